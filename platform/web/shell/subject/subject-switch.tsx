/** Which of the pages of one tab is in front: by marketplace, clock, view. */
import { Segmented, Select } from 'antd'
import { useIsMobile } from '../../page/use-is-mobile.ts'
import type { MenuNode } from '../../page/menu-node.ts'
import type { Switch } from '../../page/subjects.ts'

const besideMax = 5

export default function SubjectSwitch({ switches, onGo }: { switches: readonly Switch[]; onGo: (page: MenuNode) => void }) {
  const isMobile = useIsMobile()
  return switches.map(({ axis, value, options }) => {
    const shown = options.map(one => ({ value: one.value, label: one.value, disabled: one.page === null }))
    const go = (next: string): void => {
      const page = options.find(one => one.value === next)?.page
      if (page !== undefined && page !== null && next !== value) onGo(page)
    }
    return isMobile || options.length > besideMax ? (
      <Select key={axis} aria-label={axis} value={value} options={shown} popupMatchSelectWidth={false} onChange={go} />
    ) : (
      <Segmented key={axis} aria-label={axis} value={value} options={shown} onChange={go} />
    )
  })
}
