/** Folders, documents and policies of the demo company, by its people on different days. The same on every machine. */
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { addRecord, oneRecord, updateRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { pdfOf } from '#areas/contracts/index.ts'
import { demoFile } from './demo-files.ts'
import { demoDocuments, demoFolders, demoPolicies, sentences } from './demo-words.ts'
import { documentVersion, officeDocument } from './document-tables.ts'
import { uploadVersion } from './documents.ts'
import { folder } from './folder-tables.ts'
import { readingStates, regulation, regulationReading } from './regulation-tables.ts'

const dayMs = 86_400_000
const writer = 'hr'

export async function makeDocuments(people: DemoPeople): Promise<void> {
  const at = (daysAgo: number): Date => new Date(people.now.getTime() - daysAgo * dayMs)
  const hr = await people.as(writer, at(200))
  const kinds = await hr.db
    .selectFrom('dictionary_item')
    .select(['id', 'label'])
    .where('dictionary_code', '=', 123)
    .where('org_id', '=', hr.caller.orgId)
    .execute()
  if (kinds.length === 0 || hr.caller.employeeId === null) return
  const folders = await makeFolders(hr)
  const kindOf = new Map(kinds.map(one => [one.label, asText(one.id)]))
  for (const [n, [title, place, kind, level]] of demoDocuments.entries()) {
    const values = { title, folderId: folders.get(place), kindId: kindOf.get(kind), level, reviewOn: addDays(todayOf(hr), 190 + n * 9) }
    await makeDocument(people, values, 1 + (n % 3), at)
  }
  await makePolicies(people, at)
}

async function makeFolders(hr: Context): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const depts = await hr.db.selectFrom('department').select(['id', 'name']).where('org_id', '=', hr.caller.orgId).execute()
  for (const [name, above, reads, dept] of demoFolders) {
    const deptIds = depts.flatMap(one => (one.name === dept ? [asText(one.id)] : []))
    const { id } = await addRecord(hr, folder, {
      name,
      parentId: above === null ? null : ids.get(above),
      reads,
      ...(dept === null ? {} : { readDepts: deptIds, writes: 3, writeDepts: deptIds }),
    })
    ids.set(name, id)
  }
  return ids
}

async function makeDocument(
  people: DemoPeople,
  values: Readonly<Record<string, unknown>>,
  versions: number,
  at: (daysAgo: number) => Date,
): Promise<void> {
  const { id } = await addRecord(await people.as(writer, at(150)), officeDocument, {
    businessOn: todayOf(await people.as(writer, at(150))),
    ...values,
  })
  for (let n = 0; n < versions; n++) {
    const by = await people.as(writer, at(150 - n * 60))
    const title = `${asText(values['title'])}（第 ${n + 1} 稿）`
    const fileId = await keepUpload(by, await demoFile(title, sentences(asText(values['title']), n)))
    const { version } = await oneRecord(by, officeDocument, id)
    const made = await by.write((tx, inside) =>
      uploadVersion(inside, tx, id, { fileId, note: n === 0 ? '首版' : '按复审意见修改', isMajor: n === 2, seen: version }),
    )
    // the newest of some is a draft
    if (n > 0 && n === versions - 1 && versions === 3) continue
    await takeSteps(by, documentVersion, { ids: [{ id: made.id }], pick: { step: 'putInForce' }, input: { effectiveOn: todayOf(by) } })
  }
}

async function makePolicies(people: DemoPeople, at: (daysAgo: number) => Date): Promise<void> {
  for (const [n, [title, kind, mustRead, paragraphs]] of demoPolicies.entries()) {
    const ago = 120 - n * 10
    const by = await people.as(writer, at(ago))
    const concernsStaff = kind === 1
    const minutes = concernsStaff
      ? [
          await keepUpload(by, {
            name: `${title} 协商纪要.pdf`,
            contentType: 'application/pdf',
            content: pdfOf([`${title} 协商纪要`]),
            type: 'ATTACHMENT',
          }),
        ]
      : []
    const html = (more: readonly string[]): string => [...paragraphs, ...more].map(one => `<p>${one}</p>`).join('')
    const { id } = await addRecord(by, regulation.draft, {
      title,
      code: `云帆〔2026〕${n + 1}号`,
      kind,
      ownerId: by.caller.employeeId,
      content: html([]),
      effectiveOn: addDays(todayOf(by), 7),
      mustRead,
      concernsStaff,
      consultedOn: concernsStaff ? addDays(todayOf(by), -10) : null,
      minutes,
    })
    await audited(people, id, at(ago))
    if (n % 5 === 2) {
      const later = await people.as(writer, at(ago - 5))
      const { version } = await oneRecord(later, regulation.draft, id)
      await updateRecord(later, regulation.draft, { id, version, content: html(['本制度由行政部解释，自生效之日起执行。']) })
      await audited(people, id, at(ago - 5))
    }
    if (mustRead && n % 2 === 0) await confirmed(people, id, at(ago - 6))
  }
}

async function audited(people: DemoPeople, id: string, at: Date): Promise<void> {
  const [by, boss] = [await people.as(writer, at), await people.as('boss', at)]
  await takeSteps(by, regulation.draft, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
  await takeSteps(boss, regulation.draft, { ids: [{ id }], pick: { step: 'audit' }, input: {} })
}

/** Some have confirmed it; `employee` has not. */
async function confirmed(people: DemoPeople, id: string, at: Date): Promise<void> {
  for (const username of ['finance', 'sales', 'buyer', 'keeper']) {
    const by = await people.as(username, at)
    const rows = await by.db
      .selectFrom('regulation_reading')
      .select('id')
      .where('published_id', '=', id)
      .where('employee_id', '=', by.caller.employeeId ?? '0')
      .where('state', '=', readingStates.open[0])
      .execute()
    if (rows.length === 0) continue
    await takeSteps(by, regulationReading, { ids: rows.map(row => ({ id: asText(row.id) })), pick: { step: 'confirm' }, input: {} })
  }
}
