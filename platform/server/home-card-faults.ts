/** What keeps the program from starting with these cards of the home page: doubles, and names that name nothing. Pure. */
import type { HomeCard, HomeFigure } from '#platform/declare/home-card.ts'
import type { Preset } from '#platform/declare/preset.ts'
import type { Registry } from './contract/registry.ts'
import { nearTo } from './menu-faults.ts'

type Named = Pick<Registry, 'types' | 'reports' | 'waits'> & { readonly presets: readonly Preset[] }

export function homeCardFaults(cards: readonly HomeCard[], named: Named): string[] {
  const keys = cards.map(card => card.key)
  return [
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map(key => `home card ${key} is declared twice`),
    ...cards.flatMap(card => wordFaults(card, named).map(fault => `home card ${card.key}: ${fault}`)),
    ...named.presets.flatMap(({ id, home }) =>
      home.filter(key => !keys.includes(key)).map(key => `preset ${id}: there is no home card ${key} ${nearTo(key, keys)}`),
    ),
  ]
}

function wordFaults({ word = {} }: HomeCard, { types, reports, waits }: Named): string[] {
  const { figures, queue, movers, why, list, measure } = word
  const ofReport = (name: string, measures: readonly string[], by: readonly string[] = []): string[] => {
    const report = reports.get(name)?.report
    if (report === undefined) return [`there is no report ${name} ${nearTo(name, [...reports.keys()])}`]
    const unknown = [
      ...measures.filter(one => !Object.hasOwn(report.measures, one)),
      ...by.filter(one => !Object.hasOwn(report.dimensions, one)),
    ]
    return unknown.map(one => `${name} has no ${one}`)
  }
  const ofList = (name: string, fields: readonly string[] = []): string[] => {
    const r = types.get(name)
    if (r === undefined) return reports.has(name) ? [] : [`there is no list ${name} ${nearTo(name, [...types.keys()])}`]
    return fields.filter(one => !Object.hasOwn(r.fields, one) && !stamps.includes(one)).map(one => `${name} has no field ${one}`)
  }
  const ofFigure = (one: HomeFigure): string[] =>
    'report' in one
      ? [
          ...ofReport(one.report, [one.measure, ...(one.orElse === undefined ? [] : [one.orElse])]),
          ...(one.target === undefined ? [] : ofReport(one.target.report, [one.target.measure])),
          ...(one.aim === undefined ? [] : ofList(one.aim.list, [...one.aim.where.map(of => of.field), one.aim.sum, one.aim.of])),
        ]
      : ofList(one.list, [...one.where.map(of => of.field), ...[one.sum, one.fresh].filter(field => field !== undefined)])
  return [
    ...(figures?.of.flatMap(ofFigure) ?? []),
    ...(why === undefined ? [] : ofReport(why.report, [])),
    ...(queue?.of.flatMap(one =>
      'waits' in one
        ? waits.has(one.waits)
          ? []
          : [`nothing waits as ${one.waits}`]
        : ofList(one.list, [...one.where.map(of => of.field), one.since, ...(one.says ?? [])]),
    ) ?? []),
    ...(movers === undefined ? [] : ofReport(movers.report, [movers.measure], [movers.by])),
    ...(list === undefined ? [] : ofList(list.type, [...(list.where?.map(of => of.field) ?? []), ...(list.fields ?? [])])),
    ...(measure === undefined ? [] : ofReport(measure.report, measure.measures, measure.by)),
  ]
}
/** fields that each record has */
const stamps = ['id', 'createdAt', 'updatedAt']
