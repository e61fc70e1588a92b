/** Options of selects: found by what a resource declares beside its label, told apart by a second line, put below what they belong to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

interface Option {
  readonly value: string
  readonly label: string
  readonly detail?: string
  readonly group?: { readonly value: string | null; readonly label: string }
}
const options = async (body: object): Promise<Option[]> => (await admin.post('/listField/options', body)).data

test('a person is found by name, number or e-mail; number and position stand on the second line', async () => {
  const [first] = await h.db
    .selectFrom('employee')
    .select(['id', 'no', 'name', 'position_name'])
    .where('org_id', '=', h.demo.organisationIds[0] ?? '')
    .limit(1)
    .execute()
  if (!first) throw new Error('no employee')
  await h.db.updateTable('employee').set({ email: 'zhao.only@shop.test' }).where('id', '=', first.id).execute()
  const wanted = { value: first.id, label: first.name, detail: `${first.no} · ${first.position_name}` }
  for (const keyword of [first.name, first.no, 'ZHAO.only@'])
    expect(await options({ type: 'employee', keyword }), keyword).toContainEqual(wanted)
  expect(await options({ type: 'employee', ids: [first.id] })).toEqual([wanted])
  expect(await options({ type: 'employee', keyword: `%' or 1=1 --` })).toEqual([])
})

test('grouped: in the order of the groups, each by its label', async () => {
  const people = await options({ type: 'employee', grouped: true })
  const department = await h.db.selectFrom('department').select(['id', 'name']).execute()
  expect(people.length).toBeGreaterThan(3)
  for (const one of people) expect(one.group?.label).toBe(department.find(d => d.id === one.group?.value)?.name)
  const groups = people.map(one => one.group?.value)
  expect(groups.filter((group, at) => group !== groups[at - 1])).toHaveLength(new Set(groups).size)
  const products = await options({ type: 'product', grouped: true })
  expect(products.length).toBeGreaterThan(0)
  const categories = await h.db.selectFrom('product_category').select(['id', 'name']).execute()
  for (const one of products) expect(one.group?.label).toBe(categories.find(c => c.id === one.group?.value)?.name)
  // one word of the keyword stands in the name, not in the SKU that is the label
  const [product] = products
  expect((await options({ type: 'product', keyword: product?.detail })).map(one => one.value)).toContain(product?.value)
  expect((await options({ type: 'country' }))[0]).not.toHaveProperty('group')
})
