/** Where a stored file can be fetched; stable. */
export const fileAddress = (id: string): string => `/api-2024/fileUpload/down2?id=${id}`
