/** Somebody else saved first: who changed what, with what was typed kept. */
import { Alert, Button, Space } from 'antd'
import { t } from '../i18n/t.ts'

export interface ConflictChange {
  readonly title: string
  readonly from: string
  readonly to: string
}

const written = (value: unknown): string => (value === null || value === undefined || value === '' ? '—' : String(value))

/** Changes named by a refusal with code 1009 (`data.changes`), empty where it names none. */
export function changesOf(data: unknown): readonly ConflictChange[] {
  if (typeof data !== 'object' || data === null || !('changes' in data) || !Array.isArray(data.changes)) return []
  return data.changes.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { title, field, from, to } = one as Record<string, unknown>
    const name = title ?? field
    return typeof name === 'string' ? [{ title: name, from: written(from), to: written(to) }] : []
  })
}

interface ConflictProps {
  readonly message: string
  readonly data: unknown
  readonly busy: boolean
  /** null: the latest record can't be read, the form has to be opened again */
  readonly onKeepMine: (() => void) | null
  readonly onTakeLatest: (() => void) | null
}

export function Conflict({ message, data, busy, onKeepMine, onTakeLatest }: ConflictProps) {
  const changes = changesOf(data)
  return (
    <Alert
      type="warning"
      showIcon
      title={message}
      description={
        <>
          {changes.map((one) => (
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
