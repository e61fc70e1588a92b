/** The first rows of a batch as they are and as they would be. */
import type { BatchResult, FormItem, ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { rowName } from '../values/list-texts.ts'
import { showValue } from '../values/value.ts'

interface BatchSampleProps {
  readonly definition: ListDefinition
  /** fields that are changed */
  readonly items: readonly FormItem[]
  readonly sample: NonNullable<BatchResult['sample']>
}

export function BatchSample({ definition, items, sample: { before, after } }: BatchSampleProps) {
  const yesNo = [t('是'), t('否')] as const
  const fields = items.flatMap(item => definition.result.find(one => one.field === item.field) ?? [])
  if (before.length === 0 || fields.length === 0) return null
  return (
    <div className="zg-batch-sample" tabIndex={0} role="region" aria-label={t('修改前后')}>
      <table className="zg-table">
        <thead>
          <tr>
            <th scope="col">{definition.title}</th>
            {fields.map(field => (
              <th scope="col" key={field.field}>
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before.map(row => (
            <tr key={row.id}>
              <th scope="row">{rowName(definition.showList, row)}</th>
              {fields.map(field => {
                const [was, becomes] = [showValue(field, row, yesNo).text, showValue(field, after, yesNo).text]
                return (
                  <td key={field.field}>
                    {was === becomes ? (
                      was
                    ) : (
                      <>
                        <del>{was}</del> <ins>{becomes}</ins>
                      </>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
