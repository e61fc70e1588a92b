/** FBA reports as the import knows them. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { isSite, shopOfFile, unmappedSkus } from '#areas/reference/index.ts'
import type { FileFamily } from '#platform/server/area.ts'
import { shopSheetFamily } from '#platform/server/imports.ts'
import { fbaSheets } from './all-sheets.ts'
import { returnedUnits } from './returned-units.ts'
import { returns } from './sheets.ts'
import { inventoryFollows, isFollowed } from './recompute-inventory.ts'
import { fbaStock } from './stock-on-hand.ts'

export const shopOfReport: FileFamily['shopOf'] = ask =>
  shopOfFile(ask, {
    platform: 'amazon',
    elsewhere: name => sentence`店铺“${name}”不是亚马逊店铺，请改选店铺`,
    fits: ({ currency, marketplaceCode }) =>
      ask.survey.currencies.every(one => one === currency) && ask.survey.marketplaces.every(said => isSite(said, marketplaceCode)),
    unfit: ({ name, marketplaceCode }) =>
      ask.survey.marketplaces.every(said => isSite(said, marketplaceCode))
        ? null
        : sentence`文件的站点为 ${listed(ask.survey.marketplaces.slice(0, 3))}，店铺“${name}”的站点为 ${marketplaceCode}，请改选店铺或更换文件`,
    several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
    none: sentence`没有找到这个文件所属的亚马逊店铺，请选择店铺后再导入`,
  })

export const fbaFamilies: readonly FileFamily[] = fbaSheets.map(sheet => {
  const reader = new URL('./reader.ts', import.meta.url)
  reader.searchParams.set('sheet', sheet.code)
  const follow = inventoryFollows(sheet)
  const rollups = sheet === returns ? [returnedUnits] : isFollowed(sheet) ? [fbaStock] : []
  return shopSheetFamily({ sheet, reader: reader.href, shopOf: shopOfReport, unmappedSkus, rollups, ...(follow ? { follow } : {}) })
})
