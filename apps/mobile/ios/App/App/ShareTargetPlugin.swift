import Capacitor

/// What the share extension has kept in the folder of the app group, until the app has taken it: each share is a folder with its files,
/// named 0, 1, 2, and share.json.
@objc(ShareTargetPlugin)
public class ShareTargetPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "ShareTargetPlugin"
    public let jsName = "ShareTarget"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "list", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "remove", returnType: CAPPluginReturnPromise)
    ]

    private var inbox: URL? {
        let group = Bundle.main.object(forInfoDictionaryKey: "HeartwoodAppGroup") as? String ?? ""
        return FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)?.appendingPathComponent("shared")
    }

    @objc func list(_ call: CAPPluginCall) {
        let folders = inbox.flatMap { try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) } ?? []
        // A folder without share.json is still being filled.
        let shares: [JSObject] = folders.compactMap { folder in
            guard let content = try? String(contentsOf: folder.appendingPathComponent("share.json"), encoding: .utf8) else { return nil }
            return ["id": folder.lastPathComponent, "folder": folder.path, "content": content]
        }
        call.resolve(["shares": shares])
    }

    @objc func remove(_ call: CAPPluginCall) {
        if let id = UUID(uuidString: call.getString("id") ?? ""), let inbox {
            try? FileManager.default.removeItem(at: inbox.appendingPathComponent(id.uuidString))
        }
        call.resolve()
    }
}
