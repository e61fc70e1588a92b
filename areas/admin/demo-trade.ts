/** What the demo company trades in: rates, products and the names its shops give them. Pure data out of a seed. */
import { defined } from '#platform/server/area.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * CNY for one unit, from the reference rates of the European Central Bank of 13 April 2026 (AED and SAR from their pegs to the dollar); at
 * scale 4.
 */
const rateBases: Readonly<Record<string, bigint>> = {
  USD: 68_322n,
  EUR: 79_827n,
  GBP: 91_694n,
  JPY: 427n,
  CAD: 49_346n,
  AUD: 48_060n,
  MXN: 4_118n,
  SEK: 7_310n,
  PLN: 18_764n,
  TRY: 1_528n,
  BRL: 13_590n,
  INR: 732n,
  SGD: 53_532n,
  AED: 18_604n,
  SAR: 18_219n,
  HKD: 8_724n,
  CHF: 86_374n,
}
export const demoRateSource = '演示数据'

/** The first days of `count` months ending with `lastMonth` (YYYY-MM). */
export function monthsEnding(lastMonth: string, count: number): string[] {
  const [year = 0, month = 0] = lastMonth.split('-').map(Number)
  return Array.from({ length: count }, (_, i) => {
    const at = year * 12 + month - 1 - (count - 1 - i)
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
  })
}

/** Monthly rates that wander within 2 % of the base. */
export function demoRates(lastMonth: string, count: number): { month: string; currency: string; rate: string }[] {
  const chance = seededRandom(7)
  return Object.entries(rateBases).flatMap(([currency, base]) => {
    let perMille = 0
    return monthsEnding(lastMonth, count).map(month => {
      perMille = Math.max(-20, Math.min(20, perMille + chance.below(13) - 6))
      // base at scale 4, times 1000 + per mille: scale 7
      const rate = base * BigInt(1000 + perMille)
      return { month, currency, rate: `${rate / 10_000_000n}.${String(rate % 10_000_000n).padStart(7, '0')}` }
    })
  })
}

const lines = [
  { code: 'KT', category: '厨房用品', brand: 'Yunfan', things: ['硅胶锅铲', '不锈钢刀架', '密封罐', '打蛋器', '砧板', '沥水篮'] },
  { code: 'HM', category: '家居收纳', brand: 'Homery', things: ['抽屉分隔盒', '真空压缩袋', '衣架', '鞋盒', '桌面收纳架', '挂钩'] },
  { code: 'OD', category: '户外运动', brand: 'Trailow', things: ['折叠水桶', '露营灯', '登山杖', '防水袋', '野餐垫', '睡袋'] },
  { code: 'PT', category: '宠物用品', brand: 'Petzen', things: ['自动喂食器', '宠物梳', '猫抓板', '牵引绳', '饮水机滤芯', '宠物垫'] },
  { code: 'EL', category: '电子配件', brand: 'Volty', things: ['充电线', '手机支架', '集线器', '耳机保护套', '电池收纳盒', '桌面充电器'] },
] as const
/** Categories from the top down; products stand in the lowest. */
export const demoCategories: readonly { readonly name: string; readonly above: string | null }[] = [
  { name: '家居日用', above: null },
  { name: '厨房用品', above: '家居日用' },
  { name: '家居收纳', above: '家居日用' },
  { name: '户外与宠物', above: null },
  { name: '户外运动', above: '户外与宠物' },
  { name: '宠物用品', above: '户外与宠物' },
  { name: '电子配件', above: null },
]
const finishes = ['黑色', '白色', '灰色', '绿色', '蓝色', '小号', '大号', '两件装', '四件装', '升级款']

export interface DemoProduct {
  readonly sku: string
  readonly name: string
  readonly brand: string
  readonly category: string
  readonly status: 1 | 2 | 3
}

/** `count` products numbered from `from`: line, thing and finish go round, so that every name is its own. */
export function demoProducts(from: number, count: number): DemoProduct[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i
    const line = defined(lines[n % lines.length], 'a product line')
    const thing = defined(line.things[Math.floor(n / lines.length) % line.things.length], 'a thing')
    const finish = defined(finishes[Math.floor(n / (lines.length * line.things.length)) % finishes.length], 'a finish')
    return {
      sku: `${line.code}-${String(1000 + n)}`,
      name: `${thing} ${finish}`,
      brand: line.brand,
      category: line.category,
      status: n % 40 === 39 ? 3 : n % 17 === 16 ? 2 : 1,
    }
  })
}

const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严金魏陶姜'
const givens = ['伟', '静', '丽娜', '志强', '雨桐', '浩然', '思远', '佳怡', '子轩', '晓梅', '建国', '诗涵', '俊杰', '文博', '雪莹']

/** `count` different names. */
export function demoNames(count: number): string[] {
  const chance = seededRandom(11)
  const names = new Set<string>()
  while (names.size < count) names.add(chance.of([...surnames]) + chance.of(givens))
  return [...names]
}
