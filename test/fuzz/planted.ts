/** Numbers of people that no answer holds but those that show one, by a right and with a reason. */
import { asText } from '#platform/format/text.ts'
import { changeEachTo, createEach } from '#platform/server/records.ts'
import { hrFile } from '#areas/hr/file-tables.ts'
import type { ScopeHouse } from '../scope/house.ts'

/** what shows one number, or all by a named export */
const shows = /\/reveal$|\/hrFile\/(roster|accounts)$|\/hrMine\/mineExport$/
export const mayShow = (path: string): boolean => shows.test(path.split('?')[0] ?? '')

/** Every person of both organisations has a number and an account. Answers them. */
export async function plantNumbers({ house, demo }: ScopeHouse): Promise<readonly string[]> {
  const planted: string[] = []
  for (const [at, orgId] of demo.organisationIds.entries()) {
    const server = await house.asSystem(orgId, 'numbers of people for a test')
    await server.write(async (tx, inside) => {
      const people = await tx
        .selectFrom('employee as e')
        .leftJoin('hr_file as f', 'f.employee_id', 'e.id')
        .select(['e.id', 'f.id as file'])
        .orderBy('e.id')
        .limit(200)
        .execute()
      const numbers = people.map(({ id, file }, n) => {
        const [idNo, bankAccount] = [`PLANTED${at}${1_000 + n}`, `62229${at}7777000${1_000 + n}`]
        planted.push(idNo, bankAccount)
        return { file, employeeId: asText(id), idKind: 2, idNo, bankAccount }
      })
      const set = numbers.flatMap(({ file, idKind, idNo, bankAccount }) =>
        file === null ? [] : [{ id: asText(file), idKind, idNo, bankAccount }],
      )
      await changeEachTo(inside, hrFile, set, { verb: 'update' })
      const fresh = numbers.flatMap(({ file, ...values }) => (file === null ? [values] : []))
      await createEach(inside, hrFile, fresh)
    })
  }
  return planted
}
