/**
 * Dialogs inside kept-alive pages. An antd dialog that stays open while its page is hidden keeps the focus on a detached node,
 * so it is mounted only while the tab shows; what was typed lives in the form instance, which the page holds.
 */
import { Drawer, Modal, type DrawerProps, type ModalProps } from 'antd'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { useIsMobile } from './use-is-mobile.ts'
import { useIsShown, usePage } from './page-context.ts'

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
  const { container } = usePage()
  const isShown = useIsShown()
  const isMobile = useIsMobile()
  useFocusReturn()
  if (!isShown) return null
  return (
    <Modal getContainer={container} {...(isMobile ? { width: '100%', style: { top: 0, maxWidth: '100%', margin: 0 } } : {})} {...props} />
  )
}

/** What the next drawer below offers in its head beside its own: whoever opens a record in a drawer, whatever draws it, says so once. */
export const DrawerHead = createContext<ReactNode>(null)

/** As antd's Drawer. */
export function TabDrawer({ extra, ...props }: DrawerProps) {
  const { container } = usePage()
  const isShown = useIsShown()
  const isMobile = useIsMobile()
  const head = useContext(DrawerHead)
  useFocusReturn()
  if (!isShown) return null
  return (
    // drawers opened from this one are about something else
    <DrawerHead value={null}>
      <Drawer
        getContainer={container}
        {...props}
        extra={
          <>
            {head}
            {extra}
          </>
        }
        {...(isMobile ? { size: '100%' } : {})}
      />
    </DrawerHead>
  )
}
