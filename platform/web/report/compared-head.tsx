/** What the figures of a page are held against, once: up to which day, which days, and who is left out. */
import { Popover } from 'antd'
import type { ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { leftOutWords } from './change-note.tsx'

interface ComparedHeadProps {
  readonly compared: ReportAnswer['compared']
  readonly definition: Pick<ReportDefinition, 'measures'>
}

/** 10-01…10-18, with the year where it is not the one of the other day. */
const short = (day: string, beside: string): string => (day.slice(0, 4) === beside.slice(0, 4) ? day.slice(5) : day)

export function comparedText(compared: NonNullable<ReportAnswer['compared']>): string {
  const { startDate, endDate, until } = compared
  const from = until === null ? startDate : short(startDate, until)
  const against = t('对比 {from}…{to}', { from, to: from === startDate ? endDate : endDate.slice(5) })
  return until === null ? against : `${t('数据至 {day}', { day: from === startDate ? until : until.slice(5) })} · ${against}`
}

export function ComparedHead({ compared, definition }: ComparedHeadProps) {
  if (compared === undefined) return null
  const words = leftOutWords(compared, name => definition.measures.find(one => one.name === name)?.title ?? name)
  const text = comparedText(compared)
  if (words.length === 0) return <span className="zg-compared">{text}</span>
  const count = compared.leftOut.length
  const said = count === 0 ? t('可比') : t('未计入 {count} 个', { count })
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={words.map(one => (
        <p key={one}>{one}</p>
      ))}
    >
      <button type="button" className="zg-compared zg-figure-link">
        {text} · {said}
      </button>
    </Popover>
  )
}
