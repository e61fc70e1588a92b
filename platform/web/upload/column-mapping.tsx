/** Columns of a file, each with a few of its values and what it goes to. */
import { Select } from 'antd'
import { t } from '../i18n/t.ts'
import { clearable } from '../widgets/clearable.tsx'

interface ColumnMappingProps {
  readonly columns: readonly {
    readonly head: string
    readonly sample: readonly string[]
    readonly field: string | null
    readonly placeholder?: string
  }[]
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onAssign: (at: number, field: string | null) => void
}

export function ColumnMapping({ columns, options, onAssign }: ColumnMappingProps) {
  return (
    <ul className="zg-mapping" aria-label={t('列对应')}>
      {columns.map((column, at) => (
        // heads may repeat, their places do not
        <li key={`${at} ${column.head}`}>
          <div className="zg-mapping-head">
            <strong title={column.head}>{column.head || t('（第 {n} 列没有表头）', { n: at + 1 })}</strong>
            <small title={column.sample.join(t('、'))}>{column.sample.join(t('、'))}</small>
          </div>
          <Select
            size="small"
            showSearch={{ optionFilterProp: 'label' }}
            allowClear={clearable()}
            value={column.field}
            options={[...options]}
            placeholder={column.placeholder ?? t('不导入')}
            aria-label={t('{head} 对应的字段', { head: column.head || String(at + 1) })}
            onChange={(field: string | undefined) => onAssign(at, field ?? null)}
          />
        </li>
      ))}
    </ul>
  )
}
