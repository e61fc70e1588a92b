/**
 * What an uploaded data file is, so that the dialog can prefill: kind, month where it has one, the shop where only one fits. In a thread of
 * its own: a workbook blocks for seconds.
 */
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { operations } from '#platform/declare/operations.ts'
import { monthOf } from '#platform/format/dates.ts'
import type { Context } from '../contract/context.ts'
import { may } from '../calls/may.ts'
import { declaredKind, familyOf, taughtOf } from './families.ts'
import { ImportRefused } from './import-refused.ts'
import { ImportWorker } from './import-worker.ts'
import { daysOfSurvey } from './survey-days.ts'

/** Larger files are recognised by the import itself; the dialog does not wait for them. */
const bytesMax = 20 * 1_048_576

const orNobody = <Owner>(found: Promise<Owner>): Promise<Owner | null> =>
  found.catch((error: unknown) => {
    if (error instanceof ImportRefused) return null
    throw error
  })

type Recognised = NonNullable<UploadedFile['recognised']> | null

/** That nothing is known of a file is no answer to it: a person may teach its layout. */
const isUnknown = (error: ImportRefused): boolean => error.message.startsWith('认不出')

/** `told`: why no kind takes the file, where it is known what it is. */
export async function recognise(
  context: Context,
  file: { readonly storageKey: string; readonly size: number },
): Promise<Pick<UploadedFile, 'told'> & { readonly recognised: Recognised }> {
  if (file.size > bytesMax) return { recognised: null }
  try {
    return { recognised: await recognised(context, file.storageKey) }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    const [first] = error.refusals
    if (first === undefined || isUnknown(error)) return { recognised: null }
    return { recognised: null, told: context.house.registry.inWords(first.reason, context.language) }
  }
}

async function recognised(context: Context, storageKey: string): Promise<Recognised> {
  const { house, caller } = context
  const copy = await house.files.localCopy(storageKey)
  const { families } = house.registry
  const worker = new ImportWorker({
    path: copy.path,
    readers: families.map(f => f.reader),
    taught: await taughtOf(context, families),
    appUrl: house.settings.appUrl,
    importId: '0',
    calls: null,
  })
  try {
    const surveyed = await worker.survey(() => undefined)
    const { survey, kind } = surveyed
    const family = familyOf(families, surveyed)
    if (!family) return null
    const named = { kind: kind.code, kindTitle: kind.title[0], ...(kind.origin === undefined ? {} : { origin: kind.origin }) }
    if (family.ownerOf) {
      if (!may(caller, family.permission, operations.import)) return null
      // of a file of several statements each has its own
      if (surveyed.parts > 1) return { ...named, month: null, shopId: null }
      const owner = await orNobody(family.ownerOf.find({ context, chosenId: null, survey: { ...survey, format: null }, kind }))
      const { type } = house.registry.resources.get(family.ownerOf.table) ?? {}
      return { ...named, month: null, shopId: null, ...(owner && type ? { owner: { type, id: owner.id } } : {}) }
    }
    const db = house.unscoped("upload: which of the uploader's shops a file fits")
    const shop = await orNobody(
      family.shopOf({
        db,
        orgId: caller.orgId,
        shops: caller.shops,
        chosenShopId: null,
        survey: { ...survey, format: null },
        kind: declaredKind(family, kind),
      }),
    )
    const zone = shop?.zone ?? (await family.zoneOf(db, survey.marketplaces)) ?? caller.zone
    const days = daysOfSurvey(survey, zone)
    const month = kind.month === 'one' && days && monthOf(days.first) === monthOf(days.last) ? monthOf(days.first) : null
    return { ...named, month, shopId: shop?.id ?? null }
  } finally {
    await worker.end()
    await copy.release()
  }
}
