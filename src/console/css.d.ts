// The build takes styles out of the scripts that import them.
declare module '*.css' {}
