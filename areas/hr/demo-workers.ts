/** Workers of the factory in the demo company: hired by this area, with file, contract and place. */
import { addDays, addMonthsToDay } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { employee } from '#areas/admin/index.ts'
import type { Context } from '#platform/server/area.ts'
import { changeEachTo, createEach } from '#platform/server/records.ts'
import { numberOf, type Someone } from './demo-people.ts'
import { hrFile } from './file-tables.ts'

const names = '罗勇 梁静 宋涛 唐莉 许强 韩梅 冯磊 邓丽 曹军 彭燕 曾亮 萧红 田伟 董芳 潘辉 袁敏'.split(' ')
/** the first number of theirs, after those of the office */
const firstNo = 2_001
/** of the files of the office, so that no number of a person is there twice */
const after = 60
const dispatched = 5

/** With 32 people of the office they are 48. */
export async function makeWorkers(hr: Context, today: string): Promise<readonly Someone[]> {
  const { db } = hr
  const dept = await db.selectFrom('department').select('id').where('name', '=', '供应链部').executeTakeFirst()
  if (dept === undefined) return []
  const people = names.map((name, n) => ({
    no: String(firstNo + n),
    name,
    deptId: asText(dept.id),
    hiredOn: addDays(today, -120 - n * 61),
    birthday: addDays('1980-02-11', n * 431),
  }))
  await createEach(hr, employee, people)
  const nos = people.map(one => one.no)
  const files = await db
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .select(['f.id', 'e.no', 'e.id as employeeId'])
    .where('e.no', 'in', nos)
    .execute()
  const fileOf = new Map(files.map(one => [one.no, one]))
  await changeEachTo(
    hr,
    hrFile,
    people.map(({ no, hiredOn, birthday }, n) => ({
      id: asText(fileOf.get(no)?.id),
      kind: n % 8 === 7 ? dispatched : 1,
      idNo: numberOf(birthday, after + n),
      sex: (100 + after + n) % 2 === 1 ? 1 : 2,
      regularOn: addMonthsToDay(hiredOn, 3),
      bankName: '中国工商银行东莞长安支行',
      bankAccount: `62220220${String(20_000_000 + n * 7_919)}`,
      salaryLevel: `L${1 + (n % 3)}`,
    })),
    { verb: 'update' },
  )
  return people.map(({ no, deptId, hiredOn, birthday }, n) => ({
    id: asText(fileOf.get(no)?.employeeId),
    n: after + n,
    hiredOn,
    birthday,
    deptId,
    positionId: null,
  }))
}
