/** The shop of a marketplace's file that does not name it: the chosen one, or the uploader's only one of this marketplace and currency. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { FileFamily } from '#platform/server/area.ts'
import { shopOfFile } from '#areas/reference/index.ts'

export const shopOfMarket =
  (platform: 'ebay' | 'walmart' | 'aliexpress'): FileFamily['shopOf'] =>
  ask =>
    shopOfFile(ask, {
      platform,
      elsewhere: name => sentence`店铺“${name}”不属于这个平台，请改选店铺`,
      fits: ({ currency }) => ask.survey.currencies.every(one => one === currency),
      unfit: () => null,
      several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
      none: sentence`没有币种为 ${listed(ask.survey.currencies)} 的店铺可以导入这个文件，请选择店铺`,
    })
