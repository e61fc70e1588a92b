/** The months of the books, latest first: how many items of each are in order, and how it stands. */
import { Progress, Select } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import type { BookMonth } from '../../base/answers.ts'

const ringSize = 28

interface MonthListProps {
  readonly months: readonly BookMonth[]
  readonly chosen: string
  /** items of the checklist */
  readonly all: number
  /** null: not checked yet */
  readonly doneOf: (month: string) => number | null
  readonly onChoose: (month: string) => void
}

export function MonthList({ months, chosen, all, doneOf, onChoose }: MonthListProps) {
  const isMobile = useIsMobile()
  const countOf = (one: BookMonth): number | null => (one.state === 1 ? all : doneOf(one.month))
  const stateOf = (one: BookMonth): string =>
    one.state === 1 ? t('已结') : !one.over ? t('进行中') : one.due && countOf(one) === all ? t('可结') : t('未结')
  if (isMobile)
    return (
      <Select
        aria-label={t('月份')}
        value={chosen}
        options={months.map(one => ({ value: one.month, label: `${one.month} · ${stateOf(one)}` }))}
        onChange={onChoose}
      />
    )
  return (
    <nav className="zg-months-list" aria-label={t('月份')}>
      {months.map(one => {
        const done = countOf(one)
        return (
          <button
            key={one.month}
            type="button"
            aria-current={one.month === chosen}
            data-due={one.due || undefined}
            onClick={() => onChoose(one.month)}
          >
            <Progress
              type="circle"
              size={ringSize}
              percent={all === 0 || done === null ? 0 : (done / all) * 100}
              format={() => (done === null ? '–' : String(done))}
              aria-label={done === null ? t('未检查') : t('{done} / {all}', { done, all })}
            />
            <span>
              {one.month}
              <small>
                {stateOf(one)}
                {done === null ? '' : ` · ${t('{done} / {all}', { done, all })}`}
              </small>
            </span>
          </button>
        )
      })}
    </nav>
  )
}
