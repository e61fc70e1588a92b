export async function makeContracts(): Promise<void> {}
