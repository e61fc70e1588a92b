/** The shops that a report is narrowed to, which go along from tab to tab: told beside the tabs, since its filter may stand in a drawer. */
import { t } from '../../i18n/t.ts'
import { OneChip } from '../../list/filter-chips.tsx'
import { splitValues, withFilterAt } from '../../values/list-state.ts'
import { useShell } from '../../page/shell-context.ts'
import '../../table/list.css'

interface ShopsChipProps {
  readonly shops: string
  /** of the report */
  readonly url: string
  readonly filter: string
}

export default function ShopsChip({ shops, url, filter }: ShopsChipProps) {
  const { go } = useShell()
  const chip = {
    title: t('店铺'),
    verb: null,
    values: splitValues(shops),
    field: { kind: 'reference', target: 'shop', keyValueList: [] } as const,
  }
  // on a phone the button of the filters counts it
  return (
    <span className="zg-wide-only">
      <OneChip chip={chip} onRemove={() => go(withFilterAt(url, filter, null))} />
    </span>
  )
}
