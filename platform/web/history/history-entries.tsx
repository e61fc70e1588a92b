/** Entries of the audit trail as a person reads them: who, when, from where, and field by field from what to what. */
import { Button, Tag } from 'antd'
import type { HistoryChange, HistoryEntry } from '../../declare/history.ts'
import { t } from '../i18n/t.ts'
import { showInstant } from '../values/value.ts'
import './history.css'

const Value = ({ text }: { text: string | null }) => (text === null ? <span className="zg-history-none">—</span> : <>{text}</>)

export function Changes({ changes }: { changes: readonly HistoryChange[] }) {
  if (changes.length === 0) return <p className="zg-history-about">{t('没有字段变化')}</p>
  return (
    <dl className="zg-history-changes">
      {changes.map(change => (
        <div key={change.field}>
          <dt>{change.title}</dt>
          <dd>
            {change.before !== null && (
              <>
                <del>{change.before}</del>
                <span aria-hidden> → </span>
              </>
            )}
            <ins>
              <Value text={change.after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface HistoryEntriesProps {
  readonly entries: readonly HistoryEntry[]
  /** brings the record back to what it was after this entry; absent: there is none to bring back */
  readonly onRestore?: (entry: HistoryEntry) => void
}

export function HistoryEntries({ entries, onRestore }: HistoryEntriesProps) {
  return (
    <ol className="zg-history">
      {entries.map(entry => (
        <li key={entry.id}>
          <div className="zg-history-head">
            <Tag>{entry.verbTitle}</Tag>
            <strong>{entry.by}</strong>
            <time dateTime={entry.at}>{showInstant(entry.at)}</time>
            {entry.canRestore === true && onRestore !== undefined && (
              <Button type="link" size="small" onClick={() => onRestore(entry)}>
                {t('恢复到此版本')}
              </Button>
            )}
          </div>
          {entry.note !== null && <p className="zg-history-note">{entry.note}</p>}
          <Changes changes={entry.changes} />
          <p className="zg-history-about">{[entry.address, entry.via].filter(one => one !== null).join(' · ')}</p>
        </li>
      ))}
    </ol>
  )
}
