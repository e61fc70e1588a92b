/** Rows of which one is selected; the tabs of the dialog share it. Everything is reached by keyboard. */
import { useId, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'

interface RowTableProps {
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly name: string; readonly cells: readonly ReactNode[] }[]
  readonly selected: string | null
  readonly onSelect: (key: string) => void
  /** shown in place of rows */
  readonly empty: string
}

export function RowTable({ heads, rows, selected, onSelect, empty }: RowTableProps) {
  const group = useId()
  return (
    <div className="zg-scheme-rows">
      <table>
        <thead>
          <tr>
            <th aria-label={t('选择')} />
            {heads.map(head => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.key} aria-selected={row.key === selected} onClick={() => onSelect(row.key)}>
              <td>
                <label>
                  <input
                    type="radio"
                    name={group}
                    aria-label={t('选择第 {n} 行 {name}', { n: at + 1, name: row.name })}
                    checked={row.key === selected}
                    onChange={() => onSelect(row.key)}
                  />
                  {at + 1}
                </label>
              </td>
              {row.cells.map((cell, place) => (
                <td key={heads[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>{empty}</p>}
    </div>
  )
}
