/** Choosing a menu's icon by what it shows. */
import { Select } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { menuIcon, menuIconNames } from '#platform/web/shell/layout/menu-icon.tsx'
import { matchesText } from './matches-text.tsx'
import { clearable } from '#platform/web/widgets/clearable.tsx'

const titles: Readonly<Record<string, () => string>> = {
  'account-book': () => t('账本'),
  alert: () => t('警示'),
  appstore: () => t('应用程序'),
  audit: () => t('审核'),
  bank: () => t('银行'),
  'bar-chart': () => t('柱图'),
  book: () => t('书'),
  calendar: () => t('日历'),
  car: () => t('车'),
  cluster: () => t('层级'),
  database: () => t('数据库'),
  dollar: () => t('金额'),
  experiment: () => t('实验'),
  'file-text': () => t('文档'),
  fund: () => t('走势'),
  gift: () => t('礼品'),
  global: () => t('地球'),
  home: () => t('首页'),
  import: () => t('导入'),
  'line-chart': () => t('折线图'),
  mail: () => t('信封'),
  profile: () => t('名片'),
  project: () => t('立项'),
  question: () => t('问号'),
  safety: () => t('盾牌'),
  setting: () => t('齿轮'),
  shop: () => t('店铺'),
  'shopping-cart': () => t('购物车'),
  shopping: () => t('购物袋'),
  swap: () => t('互换'),
  table: () => t('表格'),
  tags: () => t('吊牌'),
  team: () => t('团队'),
  tool: () => t('扳手'),
  user: () => t('人'),
}

interface IconSelectProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (name: string | undefined) => void
}

export function IconSelect({ id, value, onChange }: IconSelectProps) {
  return (
    <Select<string>
      {...(id === undefined ? {} : { id })}
      allowClear={clearable()}
      placeholder={t('没有图标')}
      showSearch={{ filterOption: (typed, option) => matchesText(String(option?.['title'] ?? ''), typed.trim()) }}
      value={value ?? null}
      options={menuIconNames.map(name => {
        const title = titles[name]?.() ?? name
        return {
          value: name,
          title,
          label: (
            <span className="zg-office-row">
              {menuIcon(name, title, false)} {title}
            </span>
          ),
        }
      })}
      {...(onChange === undefined ? {} : { onChange: (name: string | undefined) => onChange(name) })}
    />
  )
}
