/** Filters by day or month. */
import dayjs from 'dayjs'
import { useState, type ReactNode } from 'react'
import { CUSTOM_RANGE, DATE_SHORTCUTS, isRelativeCondition, relativeDays, type DateShortcut } from '#platform/format/date-ranges.ts'
import type { FieldDefinition } from '../../declare/wire.ts'
import { t, titleOf } from '../i18n/t.ts'
import { DatePicker, RangePicker } from '../widgets/date-pickers.tsx'
import type { FilterControlProps } from './filter-props.ts'
import { joinValues, splitValues } from '../values/list-state.ts'
import { today } from '../page/today.ts'

const formatOf = (field: FieldDefinition): string => (field.kind === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD')

/** The shortcuts the field's conditions know; the last one, 自定义, leaves the days to the person. */
const shortcutsOf = (field: FieldDefinition): readonly DateShortcut[] =>
  DATE_SHORTCUTS.filter(({ condition }) => condition === null || field.conditions.includes(condition))

interface ShortcutsProps {
  readonly shortcuts: readonly DateShortcut[]
  /** value of the pressed one; null: nothing is chosen yet */
  readonly present: number | null
  readonly onChoose: (shortcut: DateShortcut) => void
}

function Shortcuts({ shortcuts, present, onChoose }: ShortcutsProps) {
  return (
    <ul className="zg-shortcuts" aria-label={t('快捷日期')}>
      {shortcuts.map(one => (
        <li key={one.value}>
          <button type="button" aria-pressed={one.value === present} onClick={() => onChoose(one)}>
            {titleOf(one.title)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A range of days or months. A shortcut is kept as its condition, not as days: a link with 本月 means the month in which it is opened. */
export function CalendarRange({ field, value, required = false, onChange }: FilterControlProps) {
  const [isOpen, setOpen] = useState(false)
  const relative = isRelativeCondition(value) ? value : null
  const [from = '', to = ''] = relative === null ? splitValues(value) : relativeDays(relative, today())
  const isMonth = field.kind === 'month'
  const format = formatOf(field)
  // beside its name a period needs no year
  const shown = relative === null ? format : ['MM-DD', format]
  const day = (text: string): dayjs.Dayjs | null => (text === '' ? null : dayjs(text))
  const shortcuts = isMonth ? [] : shortcutsOf(field)
  const shortcut = DATE_SHORTCUTS.find(one => one.condition !== null && one.condition === relative)
  const choose = ({ condition }: DateShortcut): void => {
    // 自定义: the calendar stays open for the days
    if (condition === null) return onChange(joinValues([from, to]), true)
    setOpen(false)
    onChange(condition, false)
  }
  const panel = (calendar: ReactNode): ReactNode => (
    <div className="zg-shortcut-panel">
      <Shortcuts shortcuts={shortcuts} present={shortcut?.value ?? (value === '' ? null : CUSTOM_RANGE)} onChoose={choose} />
      {calendar}
    </div>
  )
  return (
    <RangePicker
      className={`zg-filter zg-filter-range${relative === null ? '' : ' zg-filter-period'}`}
      classNames={{ popup: { root: 'zg-range-popup' } }}
      aria-label={field.title}
      {...(isMonth ? { picker: 'month' as const } : {})}
      {...(shortcuts.length > 1 ? { panelRender: panel } : {})}
      prefix={
        <span className="zg-control-title">
          {shortcut === undefined ? field.title : t('{what}：{value}', { what: field.title, value: titleOf(shortcut.title) })}
        </span>
      }
      format={shown}
      value={[day(from), day(to)]}
      // the bound stays, the period that was chosen goes
      allowClear={!required || relative !== null}
      allowEmpty={required ? [false, false] : [true, true]}
      placeholder={[t('开始'), t('结束')]}
      open={isOpen}
      onOpenChange={setOpen}
      onChange={days => onChange(days === null ? '' : joinValues([days[0]?.format(format) ?? '', days[1]?.format(format) ?? '']), false)}
    />
  )
}

export function CalendarDay({ field, value, onChange }: FilterControlProps) {
  const format = formatOf(field)
  const day = isRelativeCondition(value) ? relativeDays(value, today())[0] : value
  return (
    <DatePicker
      className="zg-filter"
      aria-label={field.title}
      {...(field.kind === 'month' ? { picker: 'month' as const } : {})}
      prefix={<span className="zg-control-title">{field.title}</span>}
      format={format}
      value={day === '' ? null : dayjs(day)}
      onChange={chosen => onChange(chosen === null ? '' : chosen.format(format), false)}
    />
  )
}
