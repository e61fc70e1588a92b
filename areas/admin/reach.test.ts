/** The algebra of data scopes: what must hold for any company and any scopes. */
import { describe, expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'
import {
  companyOf,
  dataScopes,
  isWithin,
  reachOf,
  withBelow,
  type Company,
  type CompanyRows,
  type Reach,
  type ScopeEntry,
} from './reach.ts'

const { self, department, named, all } = dataScopes

/** A company out of a seed: a forest of departments (with a circle now and then: data may be bad), people in one or two of them, grants. */
function anyCompany(seed: number): { rows: CompanyRows; company: Company; scopes: readonly ScopeEntry[]; employeeId: string } {
  const chance = seededRandom(seed)
  const departments = Array.from({ length: 1 + chance.below(12) }, (_, i) => ({
    id: String(i + 1),
    parentId: chance.below(4) === 0 ? null : String(1 + chance.below(12)),
  }))
  const employees = Array.from({ length: 1 + chance.below(30) }, (_, i) => ({
    id: String(i + 1),
    deptIds: Array.from({ length: 1 + chance.below(2) }, () => String(1 + chance.below(departments.length))),
  }))
  const shops = Array.from({ length: chance.below(10) }, (_, i) => String(i + 1))
  const someone = (): string => String(1 + chance.below(employees.length))
  const rows: CompanyRows = {
    departments,
    employees,
    shops,
    shopGrants: shops.flatMap(shopId => Array.from({ length: chance.below(4) }, () => ({ employeeId: someone(), shopId }))),
    dataGrants: Array.from({ length: chance.below(12) }, (_, i) => ({
      employeeId: someone(),
      kind: 'warehouses' as const,
      objectId: String(i + 1),
    })),
  }
  const scopes = Array.from({ length: 1 + chance.below(3) }, () => ({
    dataScope: chance.below(3),
    namedDeptIds: Array.from({ length: chance.below(3) }, () => String(1 + chance.below(departments.length))),
  }))
  return { rows, company: companyOf(rows), scopes, employeeId: someone() }
}
const scope = (dataScope: number, namedDeptIds: readonly string[] = []): ScopeEntry => ({ dataScope, namedDeptIds })
const sets = ({ employees, shops, objects }: Reach) => ({
  employees: new Set(employees),
  shops: new Set(shops),
  warehouses: new Set(objects.warehouses),
})

const cases = Array.from({ length: 200 }, (_, i) => {
  const made = anyCompany(i + 1)
  return { ...made, reach: (...of: ScopeEntry[]): Reach => reachOf(made.company, made.employeeId, of, false) }
})

describe('any company', () => {
  test('several scopes reach exactly what each of them reaches', () => {
    for (const { scopes, reach } of cases) {
      const together = sets(reach(...scopes))
      const apart = scopes.map(one => sets(reach(one)))
      expect(together.employees).toEqual(new Set(apart.flatMap(one => [...one.employees])))
      expect(together.shops).toEqual(new Set(apart.flatMap(one => [...one.shops])))
      expect(together.warehouses).toEqual(new Set(apart.flatMap(one => [...one.warehouses])))
    }
  })
  test('order and repetition of scopes mean nothing; one more never takes away', () => {
    for (const { scopes, reach } of cases) {
      expect(reach(...scopes.toReversed(), ...scopes)).toEqual(reach(...scopes))
      expect(isWithin(reach(scopes[0]!), reach(...scopes))).toBe(true)
    }
  })
  test('self ⊆ department ⊆ all; one sees oneself always', () => {
    for (const { scopes, employeeId, reach } of cases) {
      expect(isWithin(reach(scope(self)), reach(scope(department)))).toBe(true)
      expect(isWithin(reach(scope(department)), reach(scope(all)))).toBe(true)
      expect(reach(...scopes).employees).toContain(employeeId)
      expect(isWithin(reach(scope(all)), reach(scope(department)))).toBe(false)
    }
  })
  test('a shop is reached if and only if somebody reached was given it', () => {
    for (const { rows, scopes, reach } of cases) {
      const { employees, shops } = reach(...scopes)
      const given = rows.shopGrants.filter(grant => (employees as readonly string[]).includes(grant.employeeId)).map(grant => grant.shopId)
      expect(new Set(shops)).toEqual(new Set(given))
    }
  })
  test('named departments are these alone, without what lies below', () => {
    for (const { rows, employeeId, reach } of cases) {
      const dept = rows.departments[0]!.id
      const expected = rows.employees.filter(e => e.deptIds.includes(dept) || e.id === employeeId).map(e => e.id)
      expect(new Set(reach(scope(named, [dept])).employees)).toEqual(new Set(expected))
    }
  })
  test('below a department lies every department whose chain of parents leads there, and a circle ends', () => {
    for (const { rows, company } of cases) {
      const [top] = rows.departments
      const below = withBelow(company, [top!.id])
      for (const one of rows.departments) {
        const chain = new Set<string>()
        for (let at: string | null = one.id; at !== null && !chain.has(at); at = rows.departments.find(d => d.id === at)?.parentId ?? null)
          chain.add(at)
        expect(below.has(one.id), one.id).toBe(chain.has(top!.id))
      }
    }
  })
})

test('nobody without an employee reaches anything but by named departments; everything is everything', () => {
  const { company, rows } = anyCompany(7)
  expect(reachOf(company, null, [scope(self), scope(department)], false)).toMatchObject({ employees: [], shops: [] })
  expect(reachOf(company, null, [], true)).toMatchObject({ employees: 'all', shops: rows.shops, objects: { warehouses: 'all' } })
})
