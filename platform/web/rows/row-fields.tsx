/** The fields of a row in the groups of its record, to be read; what is empty is folded away. */
import { Button } from 'antd'
import { useState } from 'react'
import type { FieldDefinition, ListDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { FieldValue } from '../values/field-value.tsx'
import { useRecordUrls } from '../values/record-link.tsx'

interface Group {
  readonly title: string
  readonly fields: readonly FieldDefinition[]
}

const isWide = ({ kind, isHtml }: FieldDefinition): boolean => kind === 'longText' || isHtml === true
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Groups as the page of the record has them; what stands in none of them (files) follows. */
export function groupsOf({ result, record }: ListDefinition): readonly Group[] {
  const named = (record?.groups ?? []).map(({ title, fields }) => ({
    title,
    fields: fields.flatMap(name => result.find(one => one.field === name) ?? []),
  }))
  const taken = new Set(named.flatMap(({ fields }) => fields))
  const left = result.filter(one => !taken.has(one))
  return left.length === 0 ? named : [...named, { title: '', fields: left }]
}

export function RowFields({ definition, row, isBusy }: { definition: ListDefinition; row: Row; isBusy: boolean }) {
  const urlOf = useRecordUrls()
  const [isWhole, setWhole] = useState(false)
  const groups = groupsOf(definition)
  const empty = definition.result.filter(({ field }) => isEmpty(row[field])).length
  const shown = groups
    .map(group => ({ ...group, fields: group.fields.filter(({ field }) => isWhole || !isEmpty(row[field])) }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <div aria-busy={isBusy}>
      {shown.map(({ title, fields }) => (
        <section key={title} className="zg-row-group" aria-label={title === '' ? t('其他') : title}>
          {title !== '' && groups.length > 1 && <h3>{title}</h3>}
          <dl className="zg-row-view">
            {fields.map(field => (
              <div key={field.field} className={isWide(field) ? 'zg-row-view-wide' : undefined}>
                <dt>{field.title}</dt>
                <dd>
                  <FieldValue field={field} row={row} reveal={definition.calls.reveal} urlOf={urlOf} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {empty > 0 && (
        <Button type="link" size="small" className="zg-row-empty" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('收起空字段') : t('显示 {n} 个空字段', { n: empty })}
        </Button>
      )}
    </div>
  )
}
