/** Uploads with progress: XMLHttpRequest, because fetch tells nothing about what has been sent. */
import { callUrl, commonHeaders, noAnswer, parseJson, requestIdHeader, settle, type CallOptions } from './request.ts'

export interface UploadOptions extends CallOptions {
  /** further form fields; a list repeats the field */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>
  /** name of the file field */
  readonly fileField?: string
  onProgress?(sentBytes: number, totalBytes: number): void
}

let running = 0
/** Whether a file is on its way: reloading the program now would lose it. */
export const isUploading = (): boolean => running > 0

/** Sends files as multipart form data; answers the envelope's data. */
export function upload<Data>(path: string, files: readonly File[], options: UploadOptions = {}): Promise<Data> {
  const form = new FormData()
  // fields go first: the server knows what the file is for when its bytes begin to arrive
  for (const [name, value] of Object.entries(options.fields ?? {})) {
    for (const one of typeof value === 'string' ? [value] : value) form.append(name, one)
  }
  for (const file of files) form.append(options.fileField ?? 'file', file, file.name)

  return new Promise<Data>((resolve, reject) => {
    const request = new XMLHttpRequest()
    running += 1
    request.onloadend = () => {
      running -= 1
    }
    request.open('POST', callUrl(path, options.query))
    for (const [name, value] of Object.entries(commonHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = event => options.onProgress?.(event.loaded, event.total)
    request.onerror = () => reject(noAnswer())
    request.onabort = () => reject(new DOMException('upload cancelled', 'AbortError'))
    request.onload = () => {
      try {
        const body = parseJson(request.responseText)
        resolve(settle(request.status, body, request.getResponseHeader(requestIdHeader), options.quiet === true) as Data)
      } catch (error) {
        reject(error)
      }
    }
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (options.signal?.aborted === true) reject(new DOMException('upload cancelled', 'AbortError'))
    else request.send(form)
  })
}
