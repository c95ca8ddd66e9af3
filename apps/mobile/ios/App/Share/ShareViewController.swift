import UIKit
import UniformTypeIdentifiers

/// Keeps what another app shares in the folder of the app group, and opens the app, whose composer takes it (ShareTargetPlugin.swift).
class ShareViewController: UIViewController {
    /// As share.json has it; `gone` counts what could not be read.
    private struct Share: Encodable {
        var text = ""
        var files: [SharedFile] = []
        var gone = 0
    }

    private struct SharedFile: Encodable {
        let name: String
        let type: String
        let size: Int
    }

    /// One more than a post holds: the composer says that there are too many.
    private let most = 61
    private let kinds: [UTType] = [.image, .movie, .audio, .pdf]
    private let group = Bundle.main.object(forInfoDictionaryKey: "HeartwoodAppGroup") as? String ?? ""

    override func viewDidLoad() {
        super.viewDidLoad()
        let spinner = UIActivityIndicatorView(style: .large)
        spinner.frame = view.bounds
        spinner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        spinner.startAnimating()
        view.backgroundColor = .systemBackground
        view.addSubview(spinner)
        Task {
            do {
                try await keep()
                openApp()
                extensionContext?.completeRequest(returningItems: nil)
            } catch {
                extensionContext?.cancelRequest(withError: error)
            }
        }
    }

    private func keep() async throws {
        guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw CocoaError(.fileNoSuchFile)
        }
        let folder = container.appendingPathComponent("shared").appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let items = extensionContext?.inputItems.compactMap { $0 as? NSExtensionItem } ?? []
        var share = Share()
        var words = items.compactMap { $0.attributedContentText?.string }
        for provider in items.flatMap({ $0.attachments ?? [] }).prefix(most) {
            do {
                if let type = fileType(of: provider) {
                    let file = try await copy(provider, type, to: folder.appendingPathComponent(String(share.files.count)))
                    share.files.append(file)
                } else {
                    let said = try await text(of: provider)
                    if !words.contains(said) { words.append(said) }
                }
            } catch {
                share.gone += 1
            }
        }
        share.text = words.joined(separator: "\n")
        // Written last: a folder that has it is whole.
        try JSONEncoder().encode(share).write(to: folder.appendingPathComponent("share.json"), options: .atomic)
    }

    private func fileType(of provider: NSItemProvider) -> UTType? {
        let types = provider.registeredTypeIdentifiers.compactMap { UTType($0) }
        return types.first { type in kinds.contains { type.conforms(to: $0) } }
    }

    private func copy(_ provider: NSItemProvider, _ type: UTType, to target: URL) async throws -> SharedFile {
        try await withCheckedThrowingContinuation { copied in
            _ = provider.loadFileRepresentation(forTypeIdentifier: type.identifier) { url, error in
                // The file is there until this block ends.
                copied.resume(with: Result {
                    guard let url = url else { throw error ?? CocoaError(.fileNoSuchFile) }
                    try FileManager.default.copyItem(at: url, to: target)
                    let size = try target.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
                    return SharedFile(name: url.lastPathComponent, type: type.preferredMIMEType ?? "application/octet-stream", size: size)
                })
            }
        }
    }

    /// What is said by something that is no file: a link, or words.
    private func text(of provider: NSItemProvider) async throws -> String {
        let type = provider.hasItemConformingToTypeIdentifier(UTType.url.identifier) ? UTType.url : UTType.plainText
        let item = try await provider.loadItem(forTypeIdentifier: type.identifier)
        if let url = item as? URL, !url.isFileURL { return url.absoluteString }
        if let text = item as? String { return text }
        throw CocoaError(.fileReadUnsupportedScheme)
    }

    /// An extension reaches the application through the chain of responders alone. Where that fails, the app takes what is kept when it is next opened.
    private func openApp() {
        guard let url = URL(string: "\(group.dropFirst("group.".count))://share") else { return }
        var responder: UIResponder? = self
        while let one = responder {
            if let application = one as? UIApplication {
                application.open(url, options: [:], completionHandler: nil)
                return
            }
            responder = one.next
        }
    }
}
