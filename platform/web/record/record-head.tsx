/** Above the tabs of a record: what it is called, its badges and key fields, the way back and to its neighbours. */
import { ArrowLeftOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { FieldDefinition, ListDefinition, RecordDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { pictureIn, SmallPicture } from '../values/cell-value.tsx'
import { FieldValue } from '../values/field-value.tsx'
import { datedName, rowName } from '../values/list-texts.ts'
import type { UrlOfRecord } from '../values/record-link.tsx'
import { showValue } from '../values/value.ts'
import type { Turning } from './use-turning.ts'

/** What the record is called: its label, else what a list calls it. */
export function recordName({ showList, result }: ListDefinition, { label }: RecordDefinition, row: Row): string {
  const field = result.find(one => one.field === label)
  const shown = field === undefined ? null : showValue(field, row, [t('是'), t('否')]).exact
  return shown === null ? rowName(showList, row) : (datedName(result, field, row) ?? shown)
}

const isBadge = ({ kind }: FieldDefinition): boolean => kind === 'choice' || kind === 'flag'

interface RecordHeadProps {
  readonly definition: ListDefinition
  readonly record: RecordDefinition
  readonly row: Row
  readonly urlOf: UrlOfRecord
  readonly turning: Turning
  readonly onBack: () => void
  readonly actions: ReactNode
}

export function RecordHead({ definition, record, row, urlOf, turning, onBack, actions }: RecordHeadProps) {
  const head = record.head.flatMap(name => definition.result.find(one => one.field === name) ?? [])
  const shownOf = (field: FieldDefinition) => showValue(field, row, [t('是'), t('否')])
  const badges = head.filter(field => isBadge(field) && shownOf(field).exact !== null)
  // the state has a bar of its own
  const own = badges.filter(field => field.field !== definition.states?.field)
  const back = t('返回列表')
  const label = definition.result.find(one => one.field === record.label)
  const picture = label === undefined ? undefined : pictureIn(label, row)
  return (
    <header className="zg-record-head">
      <div className="zg-record-line">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} aria-label={back} title={back} onClick={onBack} />
        {typeof picture === 'string' && <SmallPicture key={picture} file={picture} />}
        <div className="zg-record-name">
          <small>{definition.title}</small>
          <h1>{recordName(definition, record, row)}</h1>
        </div>
        <div className="zg-record-badges">
          {own.map(field => (
            <Tag key={field.field} title={field.title}>
              {shownOf(field).text}
            </Tag>
          ))}
        </div>
        <div className="zg-record-tools">
          {actions}
          <span className="zg-record-turns">
            <Turn title={t('上一条 (K)')} icon={<UpOutlined aria-hidden />} onTurn={turning.previous} />
            <Turn title={t('下一条 (J)')} icon={<DownOutlined aria-hidden />} onTurn={turning.next} />
          </span>
        </div>
      </div>
      <dl className="zg-record-keys">
        {head
          .filter(field => !isBadge(field))
          .map(field => (
            <div key={field.field}>
              <dt>{field.title}</dt>
              <dd>
                <FieldValue field={field} row={row} reveal={definition.calls.reveal} urlOf={urlOf} />
              </dd>
            </div>
          ))}
      </dl>
    </header>
  )
}

const Turn = ({ title, icon, onTurn }: { title: string; icon: ReactNode; onTurn: (() => void) | null }) => (
  <Button type="text" icon={icon} aria-label={title} title={title} disabled={onTurn === null} onClick={() => onTurn?.()} />
)
