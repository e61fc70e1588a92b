/**
 * Dialogs inside kept-alive pages. An antd dialog that stays open while its page is hidden keeps the focus on a detached node,
 * so it is mounted only while the tab shows; what was typed lives in the form instance, which the page holds.
 */
import { Drawer, Modal, type DrawerProps, type ModalProps } from 'antd'
import { useEffect, useState } from 'react'
import { useIsMobile } from '../layout/use-is-mobile.ts'
import { usePage } from './page-context.ts'

/** Focus goes back to where it came from: a dialog that is taken away at once has no time to see to it. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}

/** As antd's Modal; pass the form in as `form` of the page's own `Form.useForm()`. */
export function TabModal(props: ModalProps) {
  const { active, container } = usePage()
  const isMobile = useIsMobile()
  useFocusReturn()
  if (!active) return null
  return (
    <Modal getContainer={container} {...(isMobile ? { width: '100%', style: { top: 0, maxWidth: '100%', margin: 0 } } : {})} {...props} />
  )
}

/** As antd's Drawer. */
export function TabDrawer(props: DrawerProps) {
  const { active, container } = usePage()
  const isMobile = useIsMobile()
  useFocusReturn()
  if (!active) return null
  return <Drawer getContainer={container} {...props} {...(isMobile ? { size: '100%' } : {})} />
}
