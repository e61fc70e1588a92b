/** A filter whose choices stand in a pop-up below it, or open in the drawer. */
import { CloseCircleFilled, DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'

interface FilterPopupProps {
  readonly title: string
  /** what is chosen, in words; empty: nothing */
  readonly summary: string
  readonly open: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

export function FilterPopup({ title, summary, open, onClear, children }: FilterPopupProps) {
  const [isShown, setShown] = useState(false)
  const clear = (
    <Button
      className="zg-filter-clear"
      type="text"
      size="small"
      icon={<CloseCircleFilled aria-hidden />}
      aria-label={t('清除{title}', { title })}
      onClick={onClear}
    />
  )
  if (open)
    return (
      <section className="zg-filter zg-filter-open" aria-label={title}>
        <header>
          <span>{title}</span>
          {summary !== '' && clear}
        </header>
        {children}
      </section>
    )
  return (
    <span className="zg-filter zg-filter-popup">
      <Popover
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        open={isShown}
        onOpenChange={setShown}
        content={
          <section className="zg-filter-choices" aria-label={title}>
            {children}
          </section>
        }
      >
        <Button aria-label={title} aria-expanded={isShown} aria-haspopup="dialog" title={summary}>
          <span className="zg-control-title">{title}</span>
          <span className="zg-filter-summary">{summary}</span>
          {summary === '' && <DownOutlined aria-hidden className="zg-filter-caret" />}
        </Button>
      </Popover>
      {summary !== '' && clear}
    </span>
  )
}

interface TagProps {
  readonly label: string
  readonly detail?: string | undefined
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** A choice as a tag that is pressed or not. */
export function ChoiceTag({ label, detail, isOn, onToggle }: TagProps) {
  return (
    <button type="button" className="zg-choice-tag" aria-pressed={isOn} title={detail ?? label} onClick={onToggle}>
      {label}
    </button>
  )
}

/** The values with one more, or without it. */
export const toggled = (values: readonly string[], one: string): readonly string[] =>
  values.includes(one) ? values.filter(value => value !== one) : [...values, one]
