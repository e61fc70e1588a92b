/**
 * What an uploaded data file is, so that the dialog can prefill: kind, month where it has one, the shop where only one fits. In a thread of
 * its own: a workbook blocks for seconds.
 */
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { monthOf } from '#platform/format/dates.ts'
import type { Context } from '../contract/context.ts'
import { ImportRefused } from './import-refused.ts'
import { ImportWorker } from './import-worker.ts'
import { daysOfSurvey } from './survey-days.ts'

/** Larger files are recognised by the import itself; the dialog does not wait for them. */
const bytesMax = 20 * 1_048_576

export async function recognise(
  context: Context,
  file: { readonly storageKey: string; readonly size: number },
): Promise<NonNullable<UploadedFile['recognised']> | null> {
  const { house, caller } = context
  if (file.size > bytesMax) return null
  const copy = await house.files.localCopy(file.storageKey)
  const worker = new ImportWorker({
    path: copy.path,
    readers: house.registry.families.map(f => f.reader),
    appUrl: house.settings.appUrl,
    importId: '0',
    calls: null,
  })
  try {
    const { kindCode, survey } = await worker.survey(() => undefined)
    const family = house.registry.families.find(f => f.kinds.some(k => k.code === kindCode))
    const kind = family?.kinds.find(k => k.code === kindCode)
    if (!family || !kind) return null
    const db = house.unscoped("upload: which of the uploader's shops a file fits")
    const shop = await family
      .shopOf({ db, orgId: caller.orgId, shops: caller.shops, chosenShopId: null, survey: { ...survey, format: null }, kind })
      .catch((error: unknown) => {
        if (error instanceof ImportRefused) return null
        throw error
      })
    const zone = shop?.zone ?? (await family.zoneOf(db, survey.marketplaces)) ?? caller.zone
    const days = daysOfSurvey(survey, zone)
    const month = kind.month === 'one' && days && monthOf(days.first) === monthOf(days.last) ? monthOf(days.first) : null
    return { kind: kind.code, kindTitle: kind.title[0], month, shopId: shop?.id ?? null }
  } catch (error) {
    if (error instanceof ImportRefused) return null
    throw error
  } finally {
    await worker.end()
    await copy.release()
  }
}
