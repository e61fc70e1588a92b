/** One to five stars, by pointer and by keyboard. */
import { Rate } from 'antd'
import { t } from '../i18n/t.ts'
import './widgets.css'

const starsMax = 5

interface StarRatingProps {
  /** 1 to 5; null: not rated yet */
  readonly value: number | null
  /** absent: shown, not changed */
  readonly onChange?: (stars: number) => void
  /** what is rated, for those who hear the page */
  readonly title: string
}

export function StarRating({ value, onChange, title }: StarRatingProps) {
  const stars = value === null ? 0 : Math.min(starsMax, Math.max(0, value))
  return (
    <span
      className="zg-stars"
      role="group"
      aria-label={stars === 0 ? t('{title}：未评分', { title }) : t('{title}：{stars} 星', { title, stars })}
    >
      <Rate
        count={starsMax}
        // a rating has at least one star: the same star again takes nothing away
        allowClear={false}
        disabled={onChange === undefined}
        value={stars}
        onChange={next => onChange?.(next)}
      />
      <span className="zg-stars-text">{stars === 0 ? t('未评分') : t('{stars} 星', { stars })}</span>
    </span>
  )
}
