/** Files on their way to the server: a few at a time, each with its own progress and its own refusal. */
import { useState } from 'react'
import type { UploadDefinition } from '../../declare/wire.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { ApiError, api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { randomId } from '../api/random-id.ts'
import { upload } from '../api/upload.ts'
import { uploadQueue } from '../api/upload-queue.ts'
import { t } from '../i18n/t.ts'
import { fileError, isPrefilled } from './upload-rules.ts'

export type QueuedState = 'waiting' | 'sending' | 'done' | 'refused'

export interface QueuedFile {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly state: QueuedState
  /** 0..1 of the bytes sent */
  readonly progress: number
  readonly reason: string | null
  readonly uploaded: UploadedFile | null
}

export interface FileQueue {
  readonly files: readonly QueuedFile[]
  readonly uploaded: readonly UploadedFile[]
  readonly isUploading: boolean
  add(files: readonly File[]): void
  remove(key: string): void
  /** what a file is was taught */
  recognised(key: string, as: NonNullable<UploadedFile['recognised']>): void
}

const parallelMax = 3

interface Chosen {
  readonly key: string
  readonly file: File
}

function queuedFile({ key, file, reason }: Chosen & { readonly reason: string | null }): QueuedFile {
  return { key, name: file.name, size: file.size, state: reason === null ? 'waiting' : 'refused', progress: 0, reason, uploaded: null }
}

export function useFileQueue(definition: UploadDefinition): FileQueue {
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  const [line] = useState(() => uploadQueue(parallelMax))

  const patch = (key: string, change: Partial<QueuedFile>): void =>
    setFiles(before => before.map(one => (one.key === key ? { ...one, ...change } : one)))

  async function send({ key, file }: Chosen, signal: AbortSignal): Promise<void> {
    patch(key, { state: 'sending' })
    try {
      const uploaded = await upload<UploadedFile>('/fileUpload/upload', [file], {
        fields: { type: 'IMPORT', ...(isPrefilled(definition) ? {} : { recognise: '0' }) },
        quiet: true,
        signal,
        onProgress: (sent, total) => patch(key, { progress: total === 0 ? 0 : sent / total }),
      })
      patch(key, { state: 'done', progress: 1, uploaded })
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof DOMException)) throw error
      patch(key, { state: 'refused', reason: error instanceof ApiError ? error.msg : t('上传已取消') })
    }
  }

  function add(chosen: readonly File[]): void {
    const room = Math.max(0, definition.maxFiles - files.length)
    if (chosen.length > room)
      feedback.warning(t('一次最多上传 {max} 个文件，多出的 {count} 个没有加入', { max: definition.maxFiles, count: chosen.length - room }))
    const added = chosen.slice(0, room).map(file => ({ key: randomId(), file, reason: fileError(definition, file) }))
    setFiles(before => [...before, ...added.map(queuedFile)])
    line.add(added.filter(one => one.reason === null).map(one => ({ key: one.key, send: signal => send(one, signal) })))
  }

  function remove(key: string): void {
    line.remove(key)
    const id = files.find(one => one.key === key)?.uploaded?.id
    // what stays behind is cleaned up by the server in any case
    if (id !== undefined) api.write('/fileUpload/delete', { id }, { quiet: true }).catch((error: unknown) => console.warn(error))
    setFiles(before => before.filter(one => one.key !== key))
  }

  return {
    files,
    uploaded: files.flatMap(one => (one.uploaded === null ? [] : [one.uploaded])),
    isUploading: files.some(one => one.state === 'waiting' || one.state === 'sending'),
    add,
    remove,
    recognised: (key, as) =>
      setFiles(before =>
        before.map(one => (one.key === key && one.uploaded ? { ...one, uploaded: { ...one.uploaded, recognised: as } } : one)),
      ),
  }
}
