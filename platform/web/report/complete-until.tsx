/** Until when the figures are complete: what the files contain, shop by shop, not when they came. */
import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import type { CompleteAnswer, ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'

type Where = Readonly<Record<string, readonly string[]>>

/** Asked beside the figures: none waits for it. Where files do not say it, it stays undefined. */
export function useCompleteUntil(report: ReportDefinition | null, where: Where): UseQueryResult<CompleteAnswer | null> {
  const name = report?.name
  const complete = report?.calls.complete
  return useQuery({
    queryKey: ['report', name, 'complete', where],
    queryFn:
      complete === undefined
        ? skipToken
        : ({ signal }: { signal: AbortSignal }) => read<CompleteAnswer | null>(complete, { report: name, where }, { signal, quiet: true }),
    throwOnError: false,
  })
}

/** Shops whose files end before this day. */
const lateShops = ({ shops }: CompleteAnswer, to: string): CompleteAnswer['shops'] =>
  shops.filter(one => one.until === null || one.until < to)

/** The day up to which figures are complete, where that is before the end of their period; null: nothing is to be said. */
export const lateUntil = (answer: CompleteAnswer | null | undefined, to: string): string | null =>
  answer && answer.until !== null && answer.until < to ? answer.until : null

interface CompleteProps {
  readonly answer: CompleteAnswer | null | undefined
  /** last day of the period that is shown */
  readonly to: string
  /** the sign alone, where the line has no room for words */
  readonly isShort?: boolean
}

/** On a card: the day, where that is before the end of its period. */
export function CompleteNote({ answer, to }: CompleteProps) {
  const late = lateUntil(answer, to)
  return late === null ? null : <span className="zg-complete-note">{t('数据完整至 {day}', { day: late })}</span>
}

/** In the title line: the day, and behind it each shop's own. */
export function CompleteUntil({ answer, to, isShort = false }: CompleteProps) {
  if (!answer) return null
  const isLate = lateShops(answer, to).length > 0
  const text = answer.until === null ? t('没有文件') : t('数据完整至 {day}', { day: answer.until })
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      title={isShort ? text : t('各店铺的数据完整到哪一天')}
      content={<Shops answer={answer} to={to} />}
    >
      <Button
        type="text"
        {...(isShort ? { 'aria-label': text, title: text } : { size: 'small' as const })}
        className={isLate ? 'zg-complete zg-complete-late' : 'zg-complete'}
        icon={isLate ? <WarningOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}
      >
        {isShort ? null : text}
      </Button>
    </Popover>
  )
}

function Shops({ answer, to }: { readonly answer: CompleteAnswer; readonly to: string }) {
  const late = new Set(lateShops(answer, to))
  return (
    <div className="zg-lacking">
      <table className="zg-table zg-chart-table">
        <thead>
          <tr>
            <th scope="col">{t('店铺')}</th>
            <th scope="col">{t('完整至')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.shops.map(one => (
            <tr key={one.shop}>
              <td>{one.shop}</td>
              <td>{late.has(one) ? <em>{one.until ?? t('没有文件')}</em> : one.until}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('以文件里的日期为准，中间缺的日子之后不算完整')}</p>
    </div>
  )
}
