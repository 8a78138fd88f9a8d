export function isChromiumThere(): boolean;
export function chromiumPath(): Promise<string>;
