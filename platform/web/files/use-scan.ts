/** The desk's end of scan-to-upload: asks for a code, polls each second while nothing has come, ends the code. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { ApiError, api } from '../api/client.ts'
import { codes } from '../api/envelope.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'

/** Specification: QR poll interval. */
const pollMs = 1000

export type Scan =
  | { readonly state: 'asking' }
  | { readonly state: 'waiting'; readonly id: string }
  | { readonly state: 'arrived'; readonly id: string; readonly files: readonly UploadedFile[] }
  | { readonly state: 'expired' }
  | { readonly state: 'failed'; readonly reason: string }

/** What an answer means for the dialog; null: ask again. A broken line may mend within the code's five minutes. */
function afterRefusal(error: unknown): Scan | null {
  if (!(error instanceof ApiError)) throw error
  if (error.code === codes.codeIsOver) return { state: 'expired' }
  return error.code === codes.notUploadedYet || error.status === 0 ? null : { state: 'failed', reason: error.msg }
}

const end = (id: string, status: 'confirmed' | 'cancelled'): Promise<unknown> =>
  api.write('/fileQrUpload/qrIdUpdate', { id, status }, { quiet: true })

export function useScan(type: string) {
  const [scan, setScan] = useState<Scan>({ state: 'asking' })
  const [round, setRound] = useState(0)
  /** the code that is still to be ended when the dialog goes */
  const open = useRef<string | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async (id: string): Promise<void> => {
      try {
        const { list } = await api.get<{ list: UploadedFile[] }>('/fileQrUpload/qrFile', { id }, { signal: abort.signal, quiet: true })
        if (abort.signal.aborted) return
        feedback.success(t('图片上传成功'))
        setScan({ state: 'arrived', id, files: list })
      } catch (error) {
        if (abort.signal.aborted) return
        const next = afterRefusal(error)
        if (next === null) timer = setTimeout(() => void poll(id), pollMs)
        else setScan(next)
      }
    }
    const begin = async (): Promise<void> => {
      try {
        const { id } = await api.get<{ id: string }>('/fileQrUpload/qrCodeId', { type }, { signal: abort.signal, quiet: true })
        if (abort.signal.aborted) return
        open.current = id
        setScan({ state: 'waiting', id })
        timer = setTimeout(() => void poll(id), pollMs)
      } catch (error) {
        if (abort.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setScan({ state: 'failed', reason: error.msg })
      }
    }
    void begin()
    return () => {
      abort.abort()
      clearTimeout(timer)
      // what nobody confirmed is taken back; the server forgets it in any case
      if (open.current !== null) end(open.current, 'cancelled').catch((error: unknown) => console.warn(error))
      open.current = null
    }
  }, [type, round])

  const again = useCallback(() => {
    setScan({ state: 'asking' })
    setRound(before => before + 1)
  }, [])
  const confirm = useCallback(async (id: string): Promise<void> => {
    await end(id, 'confirmed')
    open.current = null
  }, [])
  return { scan, again, confirm }
}
