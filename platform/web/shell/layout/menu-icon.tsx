/**
 * Icons a menu entry may name; the name stands in the menu settings. Without a known one a folded menu shows the title's first character.
 */
import {
  AccountBookOutlined,
  AlertOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BookOutlined,
  CalendarOutlined,
  CarOutlined,
  ClockCircleOutlined,
  ClusterOutlined,
  DatabaseOutlined,
  DollarOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  FundOutlined,
  GiftOutlined,
  GlobalOutlined,
  HomeOutlined,
  ImportOutlined,
  LineChartOutlined,
  MailOutlined,
  ProfileOutlined,
  ProjectOutlined,
  QuestionCircleOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  ShoppingOutlined,
  SwapOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'

const icons: Readonly<Record<string, ComponentType<{ 'aria-hidden': true }>>> = {
  'account-book': AccountBookOutlined,
  alert: AlertOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  'bar-chart': BarChartOutlined,
  book: BookOutlined,
  calendar: CalendarOutlined,
  car: CarOutlined,
  'clock-circle': ClockCircleOutlined,
  cluster: ClusterOutlined,
  database: DatabaseOutlined,
  dollar: DollarOutlined,
  experiment: ExperimentOutlined,
  'file-text': FileTextOutlined,
  fund: FundOutlined,
  gift: GiftOutlined,
  global: GlobalOutlined,
  home: HomeOutlined,
  import: ImportOutlined,
  'line-chart': LineChartOutlined,
  mail: MailOutlined,
  profile: ProfileOutlined,
  project: ProjectOutlined,
  question: QuestionCircleOutlined,
  safety: SafetyCertificateOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  'shopping-cart': ShoppingCartOutlined,
  shopping: ShoppingOutlined,
  swap: SwapOutlined,
  table: TableOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
}

/** Names that a menu setting may choose from. */
export const menuIconNames: readonly string[] = Object.keys(icons)

/** Two characters of Chinese; of other scripts the first word. */
const shortOf = (title: string): string =>
  /^[\x20-\x7e]/.test(title) ? (title.split(' ', 1)[0] ?? '').slice(0, 9) : [...title].slice(0, 2).join('')

export function menuIcon(name: string | null | undefined, title: string, folded: boolean): ReactNode {
  const Icon = name ? icons[name] : undefined
  if (Icon !== undefined && !folded) return <Icon aria-hidden />
  if (Icon !== undefined)
    return (
      <span className="anticon zg-folded-icon">
        <Icon aria-hidden />
        <small>{shortOf(title)}</small>
      </span>
    )
  return folded ? <span className="anticon zg-letter-icon">{[...title][0]}</span> : null
}
