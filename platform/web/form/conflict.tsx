/** Somebody else saved first: who changed what, with what was typed kept. */
import { htmlToText } from '#platform/format/html-text.ts'
import { asText } from '#platform/format/text.ts'
import { Alert, Button, Space } from 'antd'
import type { FormItem, Row } from '../../declare/wire.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { t } from '../i18n/t.ts'

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

function written(item: FormItem, row: Row): string {
  const value = row[`${item.field}Label`] ?? row[item.field]
  if (value === null || value === undefined || value === '') return MISSING
  if (typeof value === 'boolean') return value ? t('是') : t('否')
  // its words alone: where only the look has changed, the head says who did it
  if (item.type === 'richText') return htmlToText(asText(value))
  return item.options.find(one => String(one.value) === asText(value))?.label ?? asText(value)
}

/** What the other person changed in the fields of the form. */
export function changesBetween(items: readonly FormItem[], before: Row, now: Row): readonly ConflictChange[] {
  return items.flatMap(item => {
    // by value: a label may be missing on one side
    const isSame = asText(before[item.field] ?? '') === asText(now[item.field] ?? '')
    return isSame ? [] : [{ title: item.title, from: written(item, before), to: written(item, now) }]
  })
}

interface ConflictProps {
  readonly message: string
  readonly changes: readonly ConflictChange[]
  readonly busy: boolean
  /** null: the record as it is now is not known, the form has to be opened again */
  readonly onKeepMine: (() => void) | null
  readonly onTakeLatest: (() => void) | null
}

export function Conflict({ message, changes, busy, onKeepMine, onTakeLatest }: ConflictProps) {
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
          <div>{t('您填写的内容仍然保留。')}</div>
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
