/** Where a company sells: four marketplaces, and outside of them. Pure. */
export const platformChoices = {
  amazon: [1, '亚马逊', 'Amazon'],
  ebay: [2, 'eBay', 'eBay'],
  walmart: [3, '沃尔玛', 'Walmart'],
  aliexpress: [4, '速卖通', 'AliExpress'],
  offline: [5, '线下', 'Offline'],
} as const
