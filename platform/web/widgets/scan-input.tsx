/** One control for codes: a hardware scanner anywhere on the page, typing, or the camera where the browser reads codes. */
import { Flex, Input } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../i18n/t.ts'
import { useIsShown } from '../page/page-context.ts'
import { ScanButton } from './barcode-scan.tsx'
import { isTyping } from './is-typing.ts'

/** a scanner types faster than any hand */
const scannerMs = 50
/** shorter ones are keys of the page */
const scannedMin = 3

interface ScanInputProps {
  readonly onCode: (code: string) => void
  /** no next code until what the last one began has ended */
  readonly busy?: boolean
  readonly placeholder?: string
}

export function ScanInput({ onCode, busy = false, placeholder = t('扫码或输入条码，按回车') }: ScanInputProps) {
  const [typed, setTyped] = useState('')
  const isShown = useIsShown()
  const take = (code: string): void => {
    const whole = code.trim()
    if (whole === '' || busy) return
    setTyped('')
    onCode(whole)
  }
  const takeScanned = useEffectEvent(take)
  useEffect(() => {
    if (!isShown) return
    let keys = ''
    let last = 0
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - last > scannerMs) keys = ''
      last = event.timeStamp
      if (event.key.length === 1) keys += event.key
      if (event.key !== 'Enter') return
      const code = keys
      keys = ''
      if (code.length < scannedMin) return
      // the button that has the focus is not pressed by the end of a code
      event.preventDefault()
      event.stopPropagation()
      takeScanned(code)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isShown])
  return (
    <Flex gap={8}>
      <Input
        size="large"
        value={typed}
        placeholder={placeholder}
        aria-label={placeholder}
        autoComplete="off"
        enterKeyHint="done"
        onChange={event => setTyped(event.target.value)}
        onPressEnter={() => take(typed)}
      />
      <ScanButton size="large" disabled={busy} onScan={take} title={t('扫码')} />
    </Flex>
  )
}
