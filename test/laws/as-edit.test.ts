/** Every action that is for whoever may edit the record (`asEdit`): in which states it is offered, and to whom. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { ActionDefinition, ListDefinition, Row } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { statesDefinition } from '#platform/server/records/steps-definition.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { machineOf, statesOf } from '#platform/server/states/machine.ts'
import { mayRun } from '#platform/web/values/row-steps.ts'

const registry = registryOf(withHouseAreas(areas))
const found = registry.routes.flatMap(route =>
  (route.actions ?? []).flatMap(face =>
    face.sameRightAsEdit === true && route.resource !== undefined
      ? [[`${route.resource.table}: ${face.name}`, route.resource, face] as const]
      : [],
  ),
)

/** As the list describes its states, to somebody who may make no call of it. */
const described = (r: Resource): ListDefinition => {
  const context = { language: 'zh', house: { registry } } as unknown as Context
  return { states: statesDefinition(context, r, machineOf(r), []) } as unknown as ListDefinition
}

test('there are such actions', () => expect(found).not.toEqual([]))

test.each(found)('%s is over one record that has states', (_name, r, { over }) => {
  expect([over, r.states !== undefined]).toEqual(['row', true])
})

test.each(found)('%s is offered where the state leaves something open, to whom `editBy` names', (_name, r, { sameRightAsEdit: asEdit }) => {
  const definition = described(r)
  const action = { asEdit } as unknown as ActionDefinition
  const m = machineOf(r)
  const offered = (may: readonly string[]): string[] =>
    statesOf(r, m)
      .filter(({ code }) => mayRun(definition, action, { id: '1', [m.field]: code, may } as unknown as Row))
      .map(({ name }) => name)
  const open = Object.entries(m.states).flatMap(([name, { edit = [] }]) => (edit.length > 0 ? [name] : []))
  expect(open).not.toEqual([])
  expect(offered(['edit'])).toEqual(statesOf(r, m).flatMap(({ name }) => (open.includes(name) ? [name] : [])))
  // steps that he may take are no leave to edit
  expect(offered(Object.keys(m.steps))).toEqual(m.editBy === undefined ? offered(['edit']) : [])
})
