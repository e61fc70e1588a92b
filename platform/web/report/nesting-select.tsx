/** The nesting of the table's levels: chosen in order, outermost first. */
import { Select } from 'antd'
import type { ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

interface NestingSelectProps {
  readonly definition: ReportDefinition
  readonly by: readonly string[]
  readonly onBy: (by: readonly string[]) => void
}

/** Levels deep enough for any reader. */
const levelsMax = 4

const titlesOf = (definition: ReportDefinition, by: readonly string[]): string =>
  by.map(name => definition.dimensions.find(one => one.name === name)?.title ?? name).join(' › ')

export function NestingSelect({ definition, by, onBy }: NestingSelectProps) {
  return (
    <Select
      className="zg-filter zg-nesting"
      mode="multiple"
      aria-label={t('层级')}
      title={t('层级')}
      maxCount={levelsMax}
      maxTagCount={0}
      maxTagPlaceholder={titlesOf(definition, by)}
      value={[...by]}
      options={definition.dimensions.map(one => ({ value: one.name, label: one.title }))}
      // a table needs one level at least
      onChange={(next: string[]) => onBy(next.length === 0 ? definition.by : next)}
    />
  )
}
