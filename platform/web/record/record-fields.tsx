/** The fields of a record in their groups, to be read; editing is the form's. */
import type { FieldDefinition, ListDefinition, RecordDefinition, Row } from '../../declare/wire.ts'
import { FieldValue } from '../values/field-value.tsx'
import type { UrlOfRecord } from '../values/record-link.tsx'

interface RecordFieldsProps {
  readonly definition: ListDefinition
  readonly record: RecordDefinition
  readonly row: Row
  readonly urlOf: UrlOfRecord
}

const isWide = ({ kind, isHtml }: FieldDefinition): boolean => kind === 'longText' || isHtml === true

export function RecordFields({ definition, record, row, urlOf }: RecordFieldsProps) {
  return record.groups.map(group => (
    <section key={group.title} className="zg-record-group" aria-label={group.title}>
      <h2>{group.title}</h2>
      <dl className="zg-row-view zg-record-fields">
        {group.fields
          .flatMap(name => definition.result.find(one => one.field === name) ?? [])
          .map(field => (
            <div key={field.field} className={isWide(field) ? 'zg-row-view-wide' : undefined}>
              <dt>{field.title}</dt>
              <dd>
                <FieldValue field={field} row={row} reveal={definition.calls.reveal} urlOf={urlOf} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  ))
}
