/** An amount in the report of an import. */
import { showMoney } from '#platform/format/money.ts'

export function Money({ value, isWrong = false }: { value: string; isWrong?: boolean }) {
  return (
    <span className={isWrong || value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value}>
      {showMoney(value)}
    </span>
  )
}
