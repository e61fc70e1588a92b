/** Somebody else saved first: who changed what, with what was typed kept. */
import { htmlToText } from '#platform/format/html-text.ts'
import { asText, cutToCharacters } from '#platform/format/text.ts'
import { Alert, Button, Space } from 'antd'
import type { FormItem, Row } from '../../declare/wire.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { t } from '../i18n/t.ts'
import { firstValues, isSameValue } from './form-values.ts'

export interface ConflictChange {
  readonly title: string
  readonly from: string
  readonly to: string
}

/** The record as it is now, out of the data of a refusal with code 1009. */
export function currentRow(data: unknown): Row | null {
  if (typeof data !== 'object' || data === null || !('current' in data)) return null
  const { current } = data
  return typeof current === 'object' && current !== null && 'id' in current && typeof current.id === 'string' ? (current as Row) : null
}

/** Lines that somebody else has changed since they were read, as they are now; null: the conflict is about the record itself. */
export function currentLines(data: unknown): readonly Row[] | null {
  if (typeof data !== 'object' || data === null || !('lines' in data)) return null
  return Array.isArray(data.lines) ? (data.lines as readonly Row[]) : null
}

/** Longer texts are cut: what was changed is to be recognised, not read. */
const shownMax = 200

/** A text with formats as it reads, with how many pictures stand in it. */
function plainText(html: string): string {
  const pictures = html.match(/<(?:img|video)\b/g)?.length ?? 0
  const text = htmlToText(html)
  return pictures === 0 ? text : `${text}${t('（图片、视频 {n} 个）', { n: pictures })}`
}

/** One value as a person knows it: a choice by its title, a file by its name. */
function named(item: FormItem, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('是') : t('否')
  if (typeof value === 'object' && value !== null && 'name' in value) return asText(value.name)
  return item.options.find(one => String(one.value) === asText(value))?.label ?? asText(value)
}

function written(item: FormItem, row: Row): string {
  const value = row[`${item.field}Label`] ?? row[item.field]
  if (item.until !== undefined) {
    const [from, to] = [value ?? MISSING, row[item.until] ?? MISSING].map(asText)
    return from === MISSING && to === MISSING ? MISSING : t('{from} 至 {to}', { from: from ?? MISSING, to: to ?? MISSING })
  }
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return MISSING
  if (Array.isArray(value)) return value.map(one => named(item, one)).join(t('、'))
  const text = item.type === 'richText' ? plainText(asText(value)) : named(item, value)
  return cutToCharacters(text, shownMax)
}

/** What the other person changed in the fields of the form. */
export function changesBetween(items: readonly FormItem[], before: Row, now: Row): readonly ConflictChange[] {
  // by value: a label may be missing on one side
  const was = firstValues(items, before)
  const is = firstValues(items, now)
  return items
    .filter(item => item.lines === undefined && !isSameValue(was[item.field], is[item.field]))
    .map(item => ({ title: item.title, from: written(item, before), to: written(item, now) }))
}

interface ConflictProps {
  readonly message: string
  readonly changes: readonly ConflictChange[]
  /** what stays is said of lines in other words */
  readonly isOfLines?: boolean
  readonly busy: boolean
  /** null: the record as it is now is not known, the form has to be opened again */
  readonly onKeepMine: (() => void) | null
  readonly onTakeLatest: (() => void) | null
}

export function Conflict({ message, changes, isOfLines = false, busy, onKeepMine, onTakeLatest }: ConflictProps) {
  return (
    <Alert
      type="warning"
      showIcon
      title={message}
      description={
        <>
          {changes.map(one => (
            <div key={one.title}>{t('{title}：{from} → {to}', { title: one.title, from: one.from, to: one.to })}</div>
          ))}
          <div>
            {t('您填写的内容仍然保留。')}
            {onKeepMine !== null && (isOfLines ? t('您没有改过的单元格采用最新内容。') : t('您没有改过的字段采用最新内容。'))}
          </div>
          <Space className="zg-form-conflict">
            {onKeepMine !== null && (
              <Button size="small" loading={busy} onClick={onKeepMine}>
                {t('以我填写的为准保存')}
              </Button>
            )}
            {onTakeLatest !== null && (
              <Button size="small" disabled={busy} onClick={onTakeLatest}>
                {t('载入最新内容')}
              </Button>
            )}
          </Space>
        </>
      }
    />
  )
}
