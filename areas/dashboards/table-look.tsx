/** Rows and measures of a card as a table. */
import { isNegative } from '#platform/format/decimal.ts'
import { ChangeText } from './change-text.tsx'
import { amount, exact, markedLabel, measuresOf, narrowedTo, type LookProps } from './looks.tsx'

export function TableLook(props: LookProps) {
  const { definition, answer, card, onOpen } = props
  const { by } = card.query
  const measures = measuresOf(props)
  // one currency stands in the heads, of several each amount has its own
  const [currency = null, ...others] = new Set(answer.list.map(row => row.currency))
  const isOne = others.length === 0
  const titleOf = (name: string): string => definition.dimensions.find(one => one.name === name)?.title ?? name
  return (
    <table className="zg-table">
      <thead>
        <tr>
          {by.map(name => (
            <th key={name} scope="col">
              {titleOf(name)}
            </th>
          ))}
          {measures.map(one => (
            <th key={one.name} scope="col" data-figure>
              {one.title}
              {isOne && one.kind === 'money' && currency !== null && <small> {currency}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answer.list.map(row => (
          <tr key={`${row.currency} ${JSON.stringify(row.key)}`}>
            {by.map((name, at) => (
              <td key={name}>
                {at === 0 ? (
                  <button type="button" className="zg-dash-link" onClick={() => onOpen(narrowedTo(row))}>
                    {markedLabel(props, row, name)}
                  </button>
                ) : (
                  markedLabel(props, row, name)
                )}
              </td>
            ))}
            {measures.map(one => (
              <td key={one.name} data-figure className={isNegative(row.values[one.name] ?? '0') ? 'zg-negative' : undefined}>
                {isOne ? amount(one, row.values[one.name] ?? null) : exact(one, row.values[one.name] ?? null, row.currency)}{' '}
                <ChangeText {...props} measure={one} figures={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
