/**
 * Sums of a roll-up by what its keys lead to (brand, category, salesman of the day), stored by month beside the grains: by SKU a year of
 * a large company has a million rows, by brand some thousands. Which dimensions are stored is declared with the roll-up (`groups`):
 * those with few values. They are computed with the days of the roll-up and when what leads to them changes.
 */
import { bigInteger, integer, text, type Fields } from './fields.ts'
import { ownValue } from './own-value.ts'
import type { Dimension } from './dimension.ts'
import { resource, type Resource } from './resource.ts'
import { hasOrganisation, timeOfGrain, type Rollup } from './rollup.ts'

export interface GroupSums {
  readonly table: string
  /** keys beside the value and the month, the owner among them */
  readonly keys: readonly string[]
  readonly dimensions: Readonly<Record<string, Dimension>>
}

/** Null: none are stored, or not as this clock or bridge has them. */
export function groupSumsOf(of: Rollup): GroupSums | null {
  if (of.groups === undefined || of.by !== undefined || of.bridge !== undefined) return null
  const [smallest] = of.grains.filter(grain => timeOfGrain(grain) === 'month').toSorted((a, b) => a.keys.length - b.keys.length)
  if (smallest === undefined) throw new Error(`${of.name}: sums by group follow from a grain by month`)
  return { table: `${of.name}__groups_by_month`, keys: smallest.keys.filter(key => key !== 'month'), dimensions: of.groups }
}

/** The dimension under which these sums are stored, by the look-up that it stands for; undefined: they are not. */
export const storedUnder = ({ dimensions }: GroupSums, d: Dimension): string | undefined =>
  Object.entries(dimensions).find(([, one]) => d.via !== undefined && one.via === d.via)?.[0]

export function groupSumResources(of: Rollup): Resource[] {
  const sums = groupSumsOf(of)
  if (sums === null) return []
  const fields = {
    ...(hasOrganisation(of) ? { orgId: bigInteger('组织', 'Organisation') } : {}),
    ...Object.fromEntries([...sums.keys, 'month'].map(key => [key, ownValue(of.keys, key)])),
    dimension: text('维度', 'Dimension'),
    value: text('值', 'Value'),
    ...of.sums,
    n: integer(of.count[0], of.count[1]),
  } as Fields
  return [
    resource(sums.table, {
      title: of.title,
      access: { scope: of.scope },
      fields,
      storage: {
        ...(hasOrganisation(of) ? {} : { kind: 'shop' as const }),
        primary: [of.owner, 'dimension', 'month', 'value', ...sums.keys.filter(key => key !== of.owner)],
      },
    }),
  ]
}
