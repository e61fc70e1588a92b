/** Entries of the audit trail as a person reads them: who, when, from where, and field by field from what to what. */
import { Tag } from 'antd'
import type { HistoryChange, HistoryEntry } from '../../declare/history.ts'
import { t } from '../i18n/t.ts'
import { showInstant } from '../list/value.ts'
import './history.css'

const Value = ({ text }: { text: string | null }) => (text === null ? <span className="zg-history-none">—</span> : <>{text}</>)

function Changes({ changes }: { changes: readonly HistoryChange[] }) {
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

export function HistoryEntries({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <ol className="zg-history">
      {entries.map(entry => (
        <li key={entry.id}>
          <div className="zg-history-head">
            <Tag>{entry.verbTitle}</Tag>
            <strong>{entry.by}</strong>
            <time dateTime={entry.at}>{showInstant(entry.at)}</time>
          </div>
          {entry.note !== null && <p className="zg-history-note">{entry.note}</p>}
          <Changes changes={entry.changes} />
          <p className="zg-history-about">{[entry.address, entry.via].filter(one => one !== null).join(' · ')}</p>
        </li>
      ))}
    </ol>
  )
}
