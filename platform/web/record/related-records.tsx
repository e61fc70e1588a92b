/** Records that refer to this one: one section for each list and field, with how many there are; the chosen one stands below as a list. */
import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { RecordDefinition, RelatedCount, RelationDefinition, Row } from '../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '../i18n/t.ts'
import { RelatedList } from './related-list.tsx'
import { useRelated } from './use-record.ts'
import './record.css'

const keyOf = ({ type, field }: Pick<RelationDefinition, 'type' | 'field'>): string => `${type}.${field}`

const countText = (count: RelatedCount | undefined): string =>
  count === undefined ? '' : count.isMore ? `${count.total}+` : String(count.total)

interface RelatedRecordsProps {
  readonly type: string
  readonly record: RecordDefinition
  readonly row: Row
}

export function RelatedRecords({ type, record, row }: RelatedRecordsProps) {
  const counts = useRelated(type, row.id)
  const [asked, setAsked] = useState<string | null>(null)
  const countOf = (relation: RelationDefinition): RelatedCount | undefined => counts.data?.find(one => keyOf(one) === keyOf(relation))
  const first = record.relations.find(one => (countOf(one)?.total ?? 0) > 0) ?? record.relations[0]
  const chosen = record.relations.find(one => keyOf(one) === asked) ?? first
  const isReady = counts.data !== undefined || counts.isError
  const choice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isReady) choice.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isReady])
  const value = chosen === undefined ? null : row[chosen.by]
  return (
    <>
      <div ref={choice} className="zg-related-choice" role="group" aria-label={t('关联记录')}>
        {record.relations.map(one => (
          <button
            key={keyOf(one)}
            type="button"
            aria-pressed={isReady && one === chosen}
            data-none={countOf(one)?.total === 0 || undefined}
            onClick={() => setAsked(keyOf(one))}
          >
            {one.title}
            <span className="zg-related-count">{countText(countOf(one))}</span>
          </button>
        ))}
      </div>
      {counts.isError && <Alert type="warning" showIcon title={t('数量读取失败，列表仍可查看')} />}
      <div className="zg-related-place">
        {isReady && chosen !== undefined && value !== null && value !== undefined && (
          <RelatedList key={keyOf(chosen)} relation={chosen} where={[[chosen.field, asText(value)]]} />
        )}
      </div>
    </>
  )
}
